import { visibleText } from './visible-text.ts';

/** Text that others wrote, as plain text, with what a reader cannot see made visible. */
export function ForeignText({ text }: { readonly text: string }) {
  const { parts, marks } = visibleText(text);
  if (marks === 0) return <bdi>{text}</bdi>;
  let at = 0;
  return (
    <bdi>
      {parts.map((part) => {
        at += part.text.length;
        return part.mark ? (
          <mark className="gh-mark" key={at}>
            {part.text}
          </mark>
        ) : (
          part.text
        );
      })}
    </bdi>
  );
}
