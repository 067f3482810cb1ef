import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useRequest } from './bridge.ts';
import { AgentsScreen } from './features/agents/agents-screen.tsx';
import { ApprovalsScreen } from './features/approvals/approvals-screen.tsx';
import { JournalScreen } from './features/journal/journal-screen.tsx';
import { McpDialogs } from './features/mcp/mcp-dialogs.tsx';
import { McpScreen } from './features/mcp/mcp-screen.tsx';
import { SettingsScreen } from './features/settings/settings-screen.tsx';
import { TrustScreen } from './features/trust/trust-screen.tsx';
import { useNavigation } from './store/navigation.ts';
import type { Screen } from './store/route.ts';
import { WindowFrame } from './ui/frame/window-frame.tsx';
import { Providers } from './ui/providers.tsx';

const screens: Readonly<Record<Screen, () => React.ReactNode>> = {
  mcp: McpScreen,
  agents: AgentsScreen,
  approvals: ApprovalsScreen,
  journal: JournalScreen,
  settings: SettingsScreen,
  trust: TrustScreen,
};

function App() {
  const settings = useRequest('settings/get', {}, { events: ['settings/changed'] });
  const status = useRequest(
    'status/show',
    {},
    {
      events: [
        ...(['server/changed', 'approvals/changed', 'trust/changed'] as const),
        ...(['settings/changed', 'gateway/changed', 'clients/changed'] as const),
      ],
    },
  );
  const screen = useNavigation((navigation) => navigation.route.screen);
  const Shown = screens[screen];
  return (
    <Providers settings={settings.value}>
      <WindowFrame status={status.value}>
        <Shown key={screen} />
      </WindowFrame>
      <McpDialogs />
    </Providers>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
