export const text = (words) => ({ content: [{ type: 'text', text: words }] });

/** Registers a tool; `work` gets its arguments and the SDK's context. */
export const tool = (server, name, work, inputSchema) =>
  server.registerTool(
    name,
    { description: `Conformance: ${name}`, ...(inputSchema ? { inputSchema } : {}) },
    inputSchema ? work : (ctx) => work({}, ctx),
  );
