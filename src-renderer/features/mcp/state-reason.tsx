import { useTranslation } from 'react-i18next';
import type { Server } from '../../../src-preload/contract/index.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { BoundedText } from '../../ui/bounded-text.tsx';
import type { ServerState } from './server-state.ts';

/** Why a server stands as it does, in a sentence; a failure with what to do about it. */
export function StateReason({
  server,
  state,
  brief = false,
}: {
  readonly server: Server;
  readonly state: ServerState;
  /** On a card, where room is short. */
  readonly brief?: boolean;
}) {
  const { t } = useTranslation('mcp');
  const say = useFailureText();
  const { failure, code } = state;
  if (failure !== null && failure.message !== '') {
    const { sentence, detail, fix } = say(failure);
    // The owner speaks English: where the window does not, its own words wait on the server's page.
    if (brief && detail !== null) return sentence;
    return (
      <BoundedText
        text={[sentence, detail, fix].filter((part) => part !== null).join(' ')}
        limit={brief ? 150 : 600}
      />
    );
  }
  switch (code) {
    case 'secrets': {
      const names = server.missing_secrets.join(', ');
      return t('why.secrets', { names, count: server.missing_secrets.length });
    }
    case 'held':
      return t('why.held', { count: server.tools?.held ?? 0 });
    default:
      return t(`why.${code}`);
  }
}
