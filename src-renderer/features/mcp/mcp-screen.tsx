import { useNavigation } from '../../store/navigation.ts';
import { ServerDetail } from './detail/server-detail.tsx';
import { ServerList } from './list/server-list.tsx';

/** `#/mcp` lists the servers, `#/mcp/<id>/<tab>` shows one. */
export function McpScreen() {
  const [id] = useNavigation((navigation) => navigation.route.rest);
  return id === undefined ? <ServerList /> : <ServerDetail key={id} id={id} />;
}
