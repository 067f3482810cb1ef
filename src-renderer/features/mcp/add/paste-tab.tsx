import { Button, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send, useAction, useRequest } from '../../../bridge.ts';
import { useDialogs } from '../../../store/dialogs.ts';
import { useNavigation } from '../../../store/navigation.ts';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { type AddFault, addChoices } from './add-choices.ts';
import { AddFaults } from './add-faults.tsx';
import { type Choice, choiceFault, choicesOf } from './candidates.ts';
import { PasteFindings } from './paste-findings.tsx';

interface Props {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly taken: readonly string[];
}

/** Any text of any client becomes a checklist; what is ticked is added unconfirmed. Nothing is started. */
export function PasteTab({ text, onText, taken }: Props) {
  const { t } = useTranslation(['mcp', 'shared']);
  const { close, open } = useDialogs();
  const go = useNavigation((navigation) => navigation.go);
  const parse = useAction('paste/parse');
  const stored = useRequest('secret/list', {});
  const [found, setFound] = useState<Awaited<ReturnType<typeof parse.run>> | null>(null);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly AddFault[]>([]);
  const paste = found?.ok ? found.value : null;
  const listed = paste !== null && (paste.candidates.length > 0 || paste.rejected.length > 0);
  const box = useRef<HTMLTextAreaElement>(null);
  const wasListed = useRef(false);
  useEffect(() => {
    if (wasListed.current && !listed) box.current?.focus();
    wasListed.current = listed;
  }, [listed]);

  const read = async () => {
    const answer = await parse.run({ text });
    setFound(answer);
    if (answer.ok) setChoices(choicesOf(answer.value, taken));
  };
  const selected = choices.filter((choice) => choice.selected);
  const blocked = selected.some((choice) => choiceFault(choice, choices, taken) !== null);
  const add = async () => {
    setBusy(true);
    const { added, faults: kept } = await addChoices(selected, send);
    setBusy(false);
    setFaults(kept);
    setChoices(choices.filter(({ id, selected: ticked }) => !(ticked && added.includes(id))));
    if (added.length > 0) notifyDone(t('adding.added', { count: added.length }));
    if (kept.length > 0) return;
    close();
    go('mcp');
    const [only] = added;
    if (added.length === 1 && only !== undefined) open({ kind: 'confirm', id: only });
  };

  // Room for a failure, so that the box and not also what is around it scrolls.
  const told = parse.failure !== null;
  if (paste === null || !listed) {
    return (
      <DialogFrame
        label={t('adding.paste')}
        footer={
          <>
            <Button onClick={close}>{t('shared:cancel')}</Button>
            <Button
              variant="filled"
              loading={parse.busy}
              disabled={text.trim() === ''}
              onClick={read}
            >
              {t('adding.pasteRead')}
            </Button>
          </>
        }
      >
        {parse.failure !== null && <FailureNote failure={parse.failure} />}
        {paste !== null && <Text size="sm">{t('adding.pasteEmpty')}</Text>}
        <Textarea
          label={t('adding.pasteLabel')}
          description={t('adding.pasteHint')}
          ref={box}
          classNames={{ input: 'gh-mono' }}
          styles={{ input: { height: `clamp(96px, 100dvh - ${told ? 480 : 340}px, 380px)` } }}
          spellCheck={false}
          data-autofocus
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      </DialogFrame>
    );
  }
  return (
    <DialogFrame
      label={t('adding.paste')}
      footer={
        <>
          <Text size="xs" c="dimmed" mr="auto" maw={320}>
            {t('adding.addedUnconfirmed')}
          </Text>
          <Button
            onClick={() => {
              setFound(null);
              setFaults([]);
            }}
          >
            {t('adding.again')}
          </Button>
          <Button
            variant="filled"
            loading={busy}
            disabled={selected.length === 0 || blocked}
            onClick={add}
          >
            {selected.length === 0
              ? t('adding.title')
              : t('adding.addSelected', { count: selected.length })}
          </Button>
        </>
      }
    >
      {faults.length > 0 && <AddFaults faults={faults} onKept={() => void add()} />}
      <PasteFindings
        paste={paste}
        choices={choices}
        onChange={setChoices}
        taken={taken}
        stored={(stored.value ?? []).map(({ name }) => name)}
      />
    </DialogFrame>
  );
}
