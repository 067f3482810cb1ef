import { Modal, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../../bridge.ts';
import { type AddTab, useDialogs } from '../../../store/dialogs.ts';
import frame from '../../../ui/dialog-frame.module.css';
import { LaunchReview } from '../confirm/launch-review.tsx';
import type { LaunchSource } from '../confirm/launch-source.ts';
import { emptyForm } from './draft.ts';
import { FormTab } from './form-tab.tsx';
import { PasteTab } from './paste-tab.tsx';

const through = frame.through ?? '';

/** Adds servers by form or by pasting anything. What was typed stays while one looks at the command. */
export function AddDialog({ tab: first }: { readonly tab: AddTab }) {
  const { t } = useTranslation(['mcp', 'shared']);
  const close = useDialogs((dialogs) => dialogs.close);
  const registry = useRequest('server/list', {}, { events: ['server/changed'] });
  const [tab, setTab] = useState<AddTab>(first);
  const [form, setForm] = useState(emptyForm);
  const [text, setText] = useState('');
  const [review, setReview] = useState<LaunchSource | null>(null);
  const taken = [
    ...(registry.value?.servers ?? []).map(({ id }) => id),
    ...(registry.value?.invalid ?? []).map(({ id }) => id),
  ];
  const name = form.name.trim() === '' ? form.id : form.name.trim();
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      closeOnClickOutside={false}
      title={review === null ? t('adding.title') : t('confirm.title', { name })}
    >
      {review !== null ? (
        <LaunchReview
          source={review}
          cancelLabel={t('shared:back')}
          onCancel={() => setReview(null)}
        />
      ) : (
        <Tabs
          className={through}
          value={tab}
          onChange={(next) => setTab(next === 'paste' ? 'paste' : 'form')}
        >
          <Tabs.List mb="sm" flex="none">
            <Tabs.Tab value="form">{t('adding.form')}</Tabs.Tab>
            <Tabs.Tab value="paste">{t('adding.paste')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel className={through} value="form">
            <FormTab
              form={form}
              onChange={setForm}
              taken={taken}
              onReview={(id, registration) => setReview({ kind: 'confirm-new', id, registration })}
              onSecrets={(line) => {
                setText(line);
                setTab('paste');
              }}
            />
          </Tabs.Panel>
          <Tabs.Panel className={through} value="paste">
            <PasteTab text={text} onText={setText} taken={taken} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Modal>
  );
}
