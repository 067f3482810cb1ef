// The tools of the conformance fixture that need something of their client. They answer `input_required`
// (2026-07-28); for the older revisions the SDK turns that into requests of theirs.
import { randomBytes } from 'node:crypto';
import { createRequestStateCodec, inputRequired } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { text, tool } from './fixture-results.mjs';

/** Seals what goes through the client and comes back. */
export const codec = createRequestStateCodec({ key: randomBytes(32) });

/** An elicitation of the given fields. */
export const form = (message, properties, required = Object.keys(properties)) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required } });
const sampling = (words, maxTokens = 100) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });
const NAME = { name: { type: 'string' } };
const OK = { ok: { type: 'boolean' } };

/** The answer under a key, if it is one: an object, or nothing. */
export const answer = (ctx, key) => {
  const given = ctx.mcpReq.inputResponses?.[key];
  return typeof given === 'object' && given !== null ? given : undefined;
};

const ENUMS = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: {
    type: 'string',
    oneOf: [
      { const: 'value1', title: 'First option' },
      { const: 'value2', title: 'Second option' },
    ],
  },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option one', 'Option two'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2'] } },
  titledMulti: {
    type: 'array',
    items: {
      anyOf: [
        { const: 'value1', title: 'First choice' },
        { const: 'value2', title: 'Second choice' },
      ],
    },
  },
};

const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

/** Tools that need something of the client; on the older revisions the SDK asks in their way. */
export function addAskingTools(server, era) {
  /** Asks once; `done` gets the answer under `key`. */
  const asks = (name, key, question, done, inputSchema) =>
    tool(
      server,
      name,
      (args, ctx) => {
        const given = answer(ctx, key);
        if (given !== undefined) return text(done(given));
        return inputRequired({ inputRequests: { [key]: question(args) } });
      },
      inputSchema,
    );
  const elicited = ({ action, content }) =>
    `Elicitation completed: action=${action}, content=${JSON.stringify(content)}`;
  asks(
    'test_elicitation',
    'user',
    ({ message }) => form(message, { username: { type: 'string' }, email: { type: 'string' } }),
    (given) => `User response: ${JSON.stringify(given)}`,
    z.object({ message: z.string() }),
  );
  asks(
    'test_sampling',
    'model',
    ({ prompt }) => sampling(prompt),
    (given) => `LLM response: ${JSON.stringify(given.content)}`,
    z.object({ prompt: z.string() }),
  );
  asks('test_elicitation_sep1034_defaults', 'user', () => form('Defaults', DEFAULTS, []), elicited);
  asks('test_elicitation_sep1330_enums', 'user', () => form('Choices', ENUMS, []), elicited);
  asks('test_streaming_elicitation', 'user', () => form('What is your name?', NAME), elicited);
  asks(
    'test_input_required_result_elicitation',
    'user_name',
    () => form('What is your name?', NAME),
    ({ content }) => `Hello, ${content?.name}!`,
  );
  asks(
    'test_input_required_result_sampling',
    'capital_question',
    () => sampling('What is the capital of France?'),
    ({ content }) => `The model says: ${JSON.stringify(content)}`,
  );
  asks(
    'test_input_required_result_list_roots',
    'client_roots',
    () => inputRequired.listRoots(),
    ({ roots }) => `Roots: ${JSON.stringify(roots)}`,
  );

  /** Rounds of questions with a sealed state: the number of the round that was asked. */
  const rounds = (name, questions, done) =>
    tool(server, name, async (_args, ctx) => {
      const asked = ctx.mcpReq.requestState() ?? 0;
      const open = asked > 0 ? Object.keys(questions[asked - 1]) : [];
      const missing = open.some((key) => answer(ctx, key) === undefined);
      const round = missing ? asked - 1 : asked;
      if (round === questions.length) return text(done);
      return inputRequired({
        inputRequests: questions[round],
        requestState: await codec.mint(round + 1),
      });
    });
  const confirm = [{ confirm: form('Please confirm', OK) }];
  rounds('test_input_required_result_request_state', confirm, 'state-ok');
  rounds('test_input_required_result_tampered_state', confirm, 'state-ok');
  rounds(
    'test_input_required_result_multiple_inputs',
    [
      {
        user_name: form('What is your name?', NAME),
        greeting: sampling('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
    ],
    'All three answered.',
  );
  rounds(
    'test_input_required_result_multi_round',
    [
      { step1: form('Step 1: What is your name?', NAME) },
      { step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
    ],
    'Both steps answered.',
  );

  const declared = (ctx) =>
    (era === 'modern'
      ? ctx.mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities']
      : server.server.getClientCapabilities()) ?? {};
  tool(server, 'test_input_required_result_capabilities', (_args, ctx) => {
    if (ctx.mcpReq.inputResponses !== undefined) return text('Answered.');
    const { elicitation, sampling: models } = declared(ctx);
    return inputRequired({
      inputRequests: {
        ...(elicitation ? { user_name: form('What is your name?', NAME) } : {}),
        ...(models ? { greeting: sampling('Generate a greeting') } : {}),
      },
    });
  });
  // The SDK refuses for us (-32021) when the client has not declared what is asked for.
  asks(
    'test_missing_capability',
    'model',
    () => sampling('Can you sample?'),
    ({ content }) => `The model says: ${JSON.stringify(content)}`,
  );
}
