import { Document } from 'yaml';

/** The agent that a new home begins with. */
export const DEFAULT_AGENT = 'default';

/** The window says it in its own language as long as nobody wrote another (`agent-about.ts`). */
const DEFAULT_DESCRIPTION = 'For AI clients without an agent of their own';

const HOW_TO_ALLOW = (name: string): string =>
  [
    ' Nothing is allowed until you allow it: in the window under Agents, or with',
    `   gatehouse agent allow ${name} files "read_*"`,
    ' or here, by the id of a server and its tools by name, * for any run of characters:',
    '   online_tool:',
    '     files: ["read_*", list_directory]',
    '     notes: ["*"]',
    ' What is edited here holds once you accept it:',
    `   gatehouse trust accept file:agents/${name}.yml`,
  ].join('\n');

/** Text of a new agent file that allows nothing and says how to allow something. */
export function newProfileText(name: string, description: string): string {
  const document = new Document({ name, description, mcp: { online_tool: {} } });
  document.commentBefore = HOW_TO_ALLOW(name);
  return document.toString({ lineWidth: 0 });
}

export const defaultProfileText = (): string => newProfileText(DEFAULT_AGENT, DEFAULT_DESCRIPTION);
