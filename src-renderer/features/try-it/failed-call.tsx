import { type Failure, waysOut } from '../../../src-preload/contract/index.ts';
import { useRequest } from '../../bridge.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { serverName } from '../mcp/server-name.ts';
import { WayButtons } from '../mcp/way-buttons.tsx';

interface Props {
  readonly serverId: string;
  readonly failure: Failure;
}

/** Why a call did not come to an answer, with the buttons of its server that mend it. */
export function FailedCall({ serverId, failure }: Props) {
  const server = useRequest('server/show', { id: serverId }).value;
  const ways = server === null ? [] : waysOut(failure, server.registration);
  if (server === null || ways.length === 0) return <FailureNote failure={failure} />;
  return (
    <FailureNote failure={failure}>
      <WayButtons
        server={{ id: serverId, name: serverName(server) }}
        ways={ways}
        transport={server.registration.transport}
      />
    </FailureNote>
  );
}
