import { Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretFailure } from '../../../ui/keep-in-file.tsx';
import { type AddFault, alike } from './add-choices.ts';

interface Props {
  readonly faults: readonly AddFault[];
  /** Adds again what was not added. */
  readonly onKept: () => void;
}

/** What was not added and why; scrolls into view, for the list below it may be long. */
export function AddFaults({ faults, onKept }: Props) {
  const { t } = useTranslation('mcp');
  const top = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every try brings its own faults
  useEffect(() => {
    // Newer engines answer with a promise, which React would take for the undo.
    void top.current?.scrollIntoView({ block: 'nearest' });
  }, [faults]);
  return (
    <Stack ref={top} gap="xs">
      {alike(faults).map(({ ids, failure }) => (
        <SecretFailure key={ids.join(' ')} failure={failure} onKept={onKept}>
          <Text size="sm">{t('adding.notAdded', { id: ids.join(', ') })}</Text>
        </SecretFailure>
      ))}
    </Stack>
  );
}
