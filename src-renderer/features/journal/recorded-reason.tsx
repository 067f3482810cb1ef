import { Group } from '@mantine/core';
import {
  type Failure,
  standingOf,
  type WayOut,
  waysOut,
} from '../../../src-preload/contract/index.ts';
import { useRequest } from '../../bridge.ts';
import { ReasonView } from '../mcp/reason-view.tsx';
import { serverName } from '../mcp/server-name.ts';
import { WayButtons } from '../mcp/way-buttons.tsx';

interface Props {
  readonly failure: Failure;
  readonly serverId: string | null;
}

/** Why it failed then and, while the server still is not well, the ways out that its card offers. */
export function RecordedReason({ failure, serverId }: Props) {
  const asked = useRequest('server/show', serverId === null ? null : { id: serverId });
  const server = asked.value;
  const isWell = server === null || ['ok', 'busy'].includes(standingOf(server).tone);
  const ways: readonly WayOut[] = isWell ? [] : waysOut(failure, server.registration);
  return (
    <>
      <ReasonView failure={failure} />
      {server !== null && ways.length > 0 && (
        <Group gap={8} mt={4}>
          <WayButtons
            server={{ id: server.id, name: serverName(server) }}
            ways={ways}
            transport={server.registration.transport}
          />
        </Group>
      )}
    </>
  );
}
