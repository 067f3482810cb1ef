// Before the windows' own sheets, which refine it.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useRequest } from './features/approvals/approval-door.ts';
import { ApprovalWindow } from './features/approvals/approval-window.tsx';
import { Providers } from './ui/providers.tsx';

function App() {
  const settings = useRequest('settings/get', {}, { events: ['settings/changed'] });
  return (
    <Providers settings={settings.value}>
      <ApprovalWindow />
    </Providers>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('approval.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
