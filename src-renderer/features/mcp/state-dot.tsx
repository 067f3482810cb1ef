import type { Tone } from '../../../src-preload/contract/index.ts';
import classes from './state-dot.module.css';

/** Shape and hue of a state: round is fine, a triangle waits for a person, a square has failed. */
export function StateDot({ tone }: { readonly tone: Tone }) {
  return (
    <svg viewBox="0 0 10 10" width={10} height={10} aria-hidden className={classes[tone]}>
      {tone === 'ok' && <circle cx={5} cy={5} r={4.5} fill="currentColor" />}
      {tone === 'needs_you' && <path d="M5 .5 9.8 9.5H.2z" fill="currentColor" />}
      {tone === 'failing' && (
        <rect x={0.75} y={0.75} width={8.5} height={8.5} fill="currentColor" />
      )}
      {tone === 'busy' && (
        <circle
          cx={5}
          cy={5}
          r={4}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeDasharray="4 2.3"
        />
      )}
      {tone === 'idle' && (
        <circle cx={5} cy={5} r={4} fill="none" stroke="currentColor" strokeWidth={1.5} />
      )}
      {tone === 'off' && <rect x={0.5} y={4} width={9} height={2} rx={1} fill="currentColor" />}
    </svg>
  );
}
