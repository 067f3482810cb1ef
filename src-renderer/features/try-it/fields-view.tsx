import type { Draft } from './drafts.ts';
import type { Field } from './fields.ts';
import type { Problems } from './problems.ts';
import { SlotView } from './slot-view.tsx';
import classes from './try-it.module.css';

interface Props {
  readonly fields: readonly Field[];
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly path: string;
  readonly problems: Problems;
  readonly nested?: boolean;
  readonly onChange: (drafts: ReadonlyMap<string, Draft>) => void;
}

/** The named values of an object, one below the other. */
export function FieldsView({ fields, drafts, path, problems, nested = false, onChange }: Props) {
  return (
    <div className={nested ? classes.group : classes.form}>
      {fields.map((field) => (
        <SlotView
          key={field.name}
          name={field.name}
          slot={field}
          required={field.required}
          path={`${path}/${field.name}`}
          draft={drafts.get(field.name) ?? { kind: 'unset' }}
          problems={problems}
          onChange={(draft) => onChange(new Map(drafts).set(field.name, draft))}
        />
      ))}
    </div>
  );
}
