import { assertNever } from '../../kernel/result.ts';
import { parseStrictJson } from '../../kernel/strict-json.ts';
import { LegacySession } from './legacy-session.ts';
import { answerOfLost, type OpenRequest, OpenRequests, unavailable } from './open-requests.ts';
import {
  errorLine,
  type JsonObject,
  keyOf,
  notificationLine,
  objectOf,
  type RelayLine,
  type RpcId,
  readLine,
  requestLine,
  withId,
} from './relay-line.ts';

export interface RelayPorts {
  /** One message for the client, without its line end. */
  toClient(line: string): void;
  /** One message for the owner that is here now. */
  toOwner(line: string): void;
  /** A person's line on stderr. */
  note(text: string): void;
  /** The client cannot go on with any owner: why. */
  onEnd(reason: string): void;
  newId(): string;
}

/** One client's conversation, which outlives the owners of the home that it is held with. Pure. */
export interface Relay {
  fromClient(line: string): void;
  fromOwner(line: string): void;
  clientLineTooLong(max: number): void;
  /** An owner is here: it is told what the client agreed with the one before, then gets what waits. */
  ownerHere(): void;
  ownerGone(): void;
  /** Nothing will answer what waits now: says so. */
  giveUp(reason: string): void;
  waits(): boolean;
}

/** Questions of the owner that one client may hold open. */
const QUESTIONS_MAX = 1000;
const INTERNAL_ERROR = -32_603;
const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';
const LISTEN = 'subscriptions/listen';
const CANCELLED = 'notifications/cancelled';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const NOTICE_OF = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
} as const;

export function createRelay(ports: RelayPorts): Relay {
  const { toClient, note } = ports;
  const requests = new OpenRequests();
  const session = new LegacySession();
  /** Our own requests to this owner: what becomes of the answer. */
  const replays = new Map<string, (result: JsonObject | null) => void>();
  /** The owner's questions by the id that the client knows; owners count alike, so theirs are not unique. */
  const questions = new Map<string, RpcId>();
  let state: 'away' | 'greeting' | 'here' = 'away';

  function send(request: OpenRequest): void {
    if (request.line === null) return;
    request.written += 1;
    ports.toOwner(request.line);
    if (request.method === 'tools/call' || requests.full) requests.forgetLine(request);
  }

  function ownId(onAnswer: (result: JsonObject | null) => void): string {
    const id = ports.newId();
    replays.set(keyOf(id), onAnswer);
    return id;
  }

  function settle(): void {
    state = 'here';
    for (const request of requests.all()) send(request);
  }

  function greet(): void {
    state = 'greeting';
    const id = ownId((result) => {
      if (result === null || !session.agreesWith(result))
        return ports.onEnd(
          'Gatehouse now speaks another version of the protocol than this session. Connect again.',
        );
      const refused = (answer: JsonObject | null) => {
        if (answer === null) note('A part of the session was refused by the new process.');
      };
      for (const line of session.afterHandshake(() => ownId(refused))) ports.toOwner(line);
      settle();
      for (const method of session.notices()) toClient(notificationLine(method));
    });
    ports.toOwner(session.handshake(id));
  }

  function ask({ id, method, params }: RelayLine & { kind: 'request' }): void {
    if (questions.size >= QUESTIONS_MAX) {
      ports.toOwner(errorLine(id, INTERNAL_ERROR, 'Too many questions are open.'));
      return;
    }
    const known = ports.newId();
    questions.set(keyOf(known), id);
    toClient(requestLine(known, method, params));
  }

  function withdraw(question: RpcId, params: JsonObject): void {
    for (const [key, id] of questions)
      if (keyOf(id) === keyOf(question)) {
        questions.delete(key);
        toClient(notificationLine(CANCELLED, { ...params, requestId: JSON.parse(key) }));
      }
  }

  function acknowledged(line: string, params: JsonObject): void {
    const subscription = objectOf(params['_meta'])?.[SUBSCRIPTION_KEY];
    const request = isId(subscription) ? requests.get(subscription) : undefined;
    const before = request?.agreed ?? null;
    if (request !== undefined) request.agreed = objectOf(params['notifications']) ?? {};
    if (request === undefined || before === null) {
      toClient(line);
      return;
    }
    for (const [field, method] of Object.entries(NOTICE_OF))
      if (before[field] === true)
        toClient(notificationLine(method, { _meta: { [SUBSCRIPTION_KEY]: request.id } }));
  }

  function answered(line: string, id: RpcId, result: JsonObject | null): void {
    const replay = replays.get(keyOf(id));
    if (replay !== undefined) {
      replays.delete(keyOf(id));
      replay(result);
      return;
    }
    const request = requests.get(id);
    if (request === undefined) return; // cancelled meanwhile
    // An owner that goes ends its subscriptions; the next one takes them up.
    if (request.method === LISTEN && request.agreed !== null && result !== null) return;
    if (result !== null && request.line !== null)
      session.learn(request.method, request.line, request.params, result);
    requests.remove(request);
    toClient(line);
  }

  return {
    fromClient: (line) => {
      const read = readLine(line);
      switch (read.kind) {
        case 'request': {
          const request = requests.add(read, line, state !== 'here');
          if (request === null)
            toClient(unavailable(read.id, 'Too many requests wait, or one has this id already.'));
          else if (state === 'here') send(request);
          return;
        }
        case 'notification': {
          if (read.method === 'notifications/initialized') session.initialized(line);
          const cancelled = read.method === CANCELLED ? read.params['requestId'] : undefined;
          const request = isId(cancelled) ? requests.get(cancelled) : undefined;
          if (request !== undefined) requests.remove(request);
          if (state === 'here') ports.toOwner(line);
          return;
        }
        case 'answer': {
          const question = questions.get(keyOf(read.id));
          if (question === undefined || state !== 'here') return; // its owner is gone
          questions.delete(keyOf(read.id));
          const strict = parseStrictJson(line);
          return ports.toOwner(
            strict.ok
              ? withId(line, question)
              : errorLine(question, INTERNAL_ERROR, strict.failure.message),
          );
        }
        case 'foreign':
          return toClient(errorLine(null, read.code, read.reason));
        default:
          return assertNever(read);
      }
    },
    clientLineTooLong: (max) =>
      toClient(errorLine(null, -32_600, `A message may have at most ${max} bytes.`)),
    fromOwner: (line) => {
      const read = readLine(line);
      switch (read.kind) {
        case 'request':
          return ask(read);
        case 'notification':
          if (read.method === ACKNOWLEDGED) return acknowledged(line, read.params);
          if (read.method === CANCELLED && isId(read.params['requestId']))
            return withdraw(read.params['requestId'], read.params);
          return toClient(line);
        case 'answer':
          return answered(line, read.id, read.result);
        case 'foreign':
          return note('A line from Gatehouse was no JSON-RPC and was dropped.');
        default:
          return assertNever(read);
      }
    },
    ownerHere: () => (session.open ? greet() : settle()),
    ownerGone: () => {
      state = 'away';
      replays.clear();
      for (const [key] of questions)
        toClient(notificationLine(CANCELLED, { requestId: JSON.parse(key) }));
      questions.clear();
      for (const request of requests.all()) {
        const answer = answerOfLost(request);
        if (answer === null) continue;
        requests.remove(request);
        toClient(answer);
      }
    },
    giveUp: (reason) => {
      for (const request of requests.all()) {
        requests.remove(request);
        toClient(unavailable(request.id, reason));
      }
    },
    waits: () => requests.size > 0,
  };
}

const isId = (value: unknown): value is RpcId =>
  typeof value === 'string' || typeof value === 'number';
