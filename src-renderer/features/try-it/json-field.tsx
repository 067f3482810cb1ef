import { Textarea } from '@mantine/core';
import classes from './try-it.module.css';

interface Props {
  readonly id: string;
  readonly text: string;
  readonly note?: string;
  readonly rows?: number;
  readonly label?: string;
  readonly onChange: (text: string) => void;
}

/** JSON as text, sent as typed. */
export function JsonField({ id, text, note = '', rows = 2, label, onChange }: Props) {
  return (
    <Textarea
      id={id}
      className={classes.code ?? ''}
      autosize
      minRows={rows}
      maxRows={16}
      spellCheck={false}
      value={text}
      {...(note === '' ? {} : { description: note, inputWrapperOrder: ['input', 'description'] })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
