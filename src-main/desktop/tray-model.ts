import {
  failureLine,
  type Server,
  type Status,
  standingOf,
} from '../../src-preload/contract/index.ts';
import { shownText } from './shown-text.ts';
import type { Texts } from './texts.ts';

export const TONES = ['waiting', 'paused', 'failing', 'attention', 'ok'] as const;
export type Tone = (typeof TONES)[number];

export type TrayAct =
  | { readonly act: 'open' | 'approvals' | 'pause' | 'resume' | 'quit' }
  | { readonly act: 'server'; readonly id: string };

export type TrayItem =
  | { readonly kind: 'line' }
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'action'; readonly label: string; readonly does: TrayAct };

export interface TrayModel {
  readonly tone: Tone;
  readonly toolTip: string;
  readonly items: readonly TrayItem[];
}

const LABEL_MOST = 70;
const FAILING_SHOWN = 6;
const RECENT_SHOWN = 5;

/** What the tray shows: the one thing that matters most as its dot, then what waits, fails and runs. */
export function trayModel(status: Status, servers: readonly Server[], texts: Texts): TrayModel {
  const tone = toneOf(status);
  const sentence = sentenceOf(tone, status, texts);
  const action = (label: string, does: TrayAct): TrayItem => ({
    kind: 'action',
    label: menuText(label),
    does,
  });
  const failing = servers.flatMap((server) => {
    const { tone, trouble } = standingOf(server);
    return tone === 'failing' && trouble !== null ? [{ server, failure: trouble.failure }] : [];
  });
  const items: TrayItem[] = [
    status.approvals > 0
      ? action(sentence, { act: 'approvals' })
      : { kind: 'text', label: menuText(sentence) },
    { kind: 'line' },
    ...failing.slice(0, FAILING_SHOWN).map(({ server, failure }) =>
      action(texts.failed(nameOf(server), failureLine(failure, texts.language)), {
        act: 'server',
        id: server.id,
      }),
    ),
    ...(failing.length > FAILING_SHOWN
      ? [action(texts.moreFailing(failing.length - FAILING_SHOWN), { act: 'open' })]
      : []),
    ...running(servers).map((server) =>
      action(texts.ready(nameOf(server)), { act: 'server', id: server.id }),
    ),
    { kind: 'line' },
    status.paused ? action(texts.resume, { act: 'resume' }) : action(texts.pause, { act: 'pause' }),
    action(texts.open, { act: 'open' }),
    { kind: 'line' },
    action(texts.quit, { act: 'quit' }),
  ];
  return { tone, toolTip: `Gatehouse: ${sentence}`, items: withoutDoubleLines(items) };
}

function toneOf(status: Status): Tone {
  if (status.approvals > 0) return 'waiting';
  if (status.paused) return 'paused';
  if (status.servers.failing > 0) return 'failing';
  const needsYou =
    status.servers.needs_you > 0 ||
    status.trust_items > 0 ||
    status.integrity_key === 'missing' ||
    !status.secret_store.available;
  return needsYou ? 'attention' : 'ok';
}

function sentenceOf(tone: Tone, { approvals, servers }: Status, texts: Texts): string {
  switch (tone) {
    case 'waiting':
      return texts.waiting(approvals);
    case 'paused':
      return texts.paused;
    case 'failing':
      return texts.failing(servers.failing);
    case 'attention':
      return texts.attention;
    case 'ok':
      return servers.total === 0 ? texts.none : texts.fine(servers.ok);
  }
}

/** Running servers, the one that started last first. */
const running = (servers: readonly Server[]): Server[] =>
  servers
    .flatMap((server) =>
      server.connection.state === 'ready' ? [{ server, since: server.connection.since }] : [],
    )
    .toSorted((left, right) => right.since.localeCompare(left.since))
    .slice(0, RECENT_SHOWN)
    .map(({ server }) => server);

const nameOf = (server: Server): string => shownText(server.registration.name, 30) || server.id;

/** One line of bounded length; & would mark an access key. */
const menuText = (text: string): string => shownText(text, LABEL_MOST).replaceAll('&', '&&');

const withoutDoubleLines = (items: readonly TrayItem[]): TrayItem[] =>
  items.filter((item, at) => item.kind !== 'line' || items[at - 1]?.kind !== 'line');
