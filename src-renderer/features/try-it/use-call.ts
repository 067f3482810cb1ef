import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, CallResult, EventBody, Tool } from '../../../src-preload/contract/index.ts';
import { send, useBridgeEvent } from '../../bridge.ts';

export type CallState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly call_id: string;
      readonly started: number;
      readonly cancelling: boolean;
      readonly latest: EventBody<'call/progress'> | null;
    }
  | { readonly kind: 'done'; readonly answer: Answer<CallResult> };

export interface Calling {
  readonly state: CallState;
  readonly run: (argumentsJson: string) => void;
  readonly cancel: () => void;
}

/** One call at a time of one tool, with its progress. It goes on when the screen is left; the journal has it. */
export function useCall(tool: Tool): Calling {
  const [state, setState] = useState<CallState>({ kind: 'idle' });
  const current = useRef<string | null>(null);
  useEffect(
    () => () => {
      current.current = null;
    },
    [],
  );
  useBridgeEvent('call/progress', (body) => {
    if (body.call_id !== current.current) return;
    setState((before) => (before.kind === 'running' ? { ...before, latest: body } : before));
  });
  const { server_id, name } = tool;
  const run = useCallback(
    (arguments_json: string) => {
      const call_id = crypto.randomUUID();
      current.current = call_id;
      const started = Date.now();
      setState({ kind: 'running', call_id, started, cancelling: false, latest: null });
      void send('tool/call', { server_id, tool: name, arguments_json, call_id }).then((answer) => {
        if (current.current === call_id) setState({ kind: 'done', answer });
      });
    },
    [server_id, name],
  );
  const cancel = useCallback(() => {
    const call_id = current.current;
    if (call_id === null) return;
    setState((before) => (before.kind === 'running' ? { ...before, cancelling: true } : before));
    void send('call/cancel', { call_id });
  }, []);
  return { state, run, cancel };
}
