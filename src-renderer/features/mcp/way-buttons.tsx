import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Registration, WayOut } from '../../../src-preload/contract/index.ts';
import { useProbes } from '../../store/probes.ts';
import { useWays, type WayTarget } from './use-ways.tsx';

interface Props {
  readonly server: WayTarget;
  readonly ways: readonly WayOut[];
  readonly transport?: Registration['transport'];
  /** Nothing is known of it yet, so a test is the first one. */
  readonly isFirstTest?: boolean;
}

/** The ways out of a state as buttons, the best one first. */
export function WayButtons({ server, ways, transport = 'stdio', isFirstTest = false }: Props) {
  const { t } = useTranslation('mcp');
  const take = useWays();
  const probing = useProbes((probes) => probes.running[server.id] !== undefined);
  const label = (way: WayOut): string => {
    switch (way.way) {
      case 'raise_start':
      case 'raise_call':
        return t(`fix.${way.way}`, { seconds: way.seconds });
      case 'edit_launch':
        return t(transport === 'stdio' ? 'fix.edit_command' : 'fix.edit_address');
      case 'try_again':
        return t(isFirstTest ? 'fix.try_first' : 'fix.try_again');
      default:
        return t(`fix.${way.way}`);
    }
  };
  const tries = (way: WayOut) => way.way === 'try_again' || way.way === 'try_now';
  return ways.map((way, place) => (
    <Button
      key={way.way}
      size="compact-sm"
      variant={place === 0 ? 'default' : 'subtle'}
      disabled={probing && tries(way)}
      onClick={() => void take(way, server)}
      aria-label={server.name === '' ? label(way) : `${label(way)}: ${server.name}`}
    >
      {label(way)}
    </Button>
  ));
}
