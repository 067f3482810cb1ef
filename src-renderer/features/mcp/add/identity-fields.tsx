import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Faults, idFromName, type ServerForm } from './draft.ts';

interface Props {
  readonly form: ServerForm;
  readonly onChange: (form: ServerForm) => void;
  readonly faults: Faults;
  /** An id never changes once it is registered. */
  readonly fixedId?: boolean;
}

const TRANSPORTS = ['stdio', 'http', 'sse'] as const;

/** Name, id and the way to connect. The id follows the name until one types it. */
export function IdentityFields({ form, onChange, faults, fixedId = false }: Props) {
  const { t } = useTranslation('mcp');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label={t('adding.name')}
        description={t('adding.nameHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        maxLength={200}
        value={form.name}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...form, name: value, id: form.id_typed ? form.id : idFromName(value) })
        }
      />
      {!fixedId && (
        <TextInput
          label={t('adding.id')}
          description={t('adding.idHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: 'gh-mono-input' }}
          spellCheck={false}
          maxLength={63}
          value={form.id}
          error={faults.id === undefined ? null : t(`adding.fault.${faults.id}`)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...form, id: value, id_typed: value !== '' })
          }
        />
      )}
      <Select
        label={t('adding.transport')}
        allowDeselect={false}
        data={TRANSPORTS.map((value) => ({ value, label: t(`adding.transports.${value}`) }))}
        value={form.transport}
        onChange={(value) => {
          const transport = TRANSPORTS.find((one) => one === value);
          if (transport !== undefined) onChange({ ...form, transport });
        }}
      />
    </SimpleGrid>
  );
}
