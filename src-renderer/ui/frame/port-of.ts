/** The port of an address such as `http://127.0.0.1:7420/mcp`; null when it names none. */
export function portOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { port } = new URL(address);
  return port === '' ? null : port;
}
