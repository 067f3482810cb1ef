import { fail, type Result } from '../../kernel/result.ts';
import type { Core } from '../core.ts';
import type { Handlers } from '../serve.ts';
import { findServer } from './server-views.ts';

type PackageHandlers = Pick<
  Handlers,
  'package/show' | 'package/check' | 'package/update' | 'package/scripts'
>;

export function packageHandlers(core: Core): PackageHandlers {
  const asWritten = (id: string): Result<never> => {
    const found = findServer(core, id);
    return found.ok
      ? fail('not_found', `“${id}” runs as written: nothing stands in for its command.`, {
          params: { id },
        })
      : found;
  };
  return {
    'package/show': ({ id }) => asWritten(id),
    'package/check': ({ id }) => asWritten(id),
    'package/update': ({ id }) => asWritten(id),
    'package/scripts': ({ id }) => asWritten(id),
  };
}
