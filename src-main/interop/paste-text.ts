export type PasteKind = 'url' | 'json' | 'json-fragment' | 'toml' | 'yaml' | 'command-line';

/**
 * The text without byte order mark and Markdown code fence. What stood around the fence becomes
 * empty lines, so that line numbers still count in the text as it was pasted.
 */
export function withoutWrapping(pasted: string): string {
  const text = pasted.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const lines = text.split('\n');
  const open = lines.findIndex((line) => /^\s{0,3}(?:```+|~~~+)[^`]*$/.test(line));
  if (open === -1) {
    const inline = /^\s*`+([^`\n]+)`+\s*$/.exec(text);
    return inline?.[1] ?? text;
  }
  const fence = /```+|~~~+/.exec(lines[open] ?? '')?.[0] ?? '```';
  const close = lines.findIndex((line, at) => at > open && line.trim().startsWith(fence));
  const end = close === -1 ? lines.length : close;
  return lines.map((line, at) => (at > open && at < end ? line : '')).join('\n');
}

const TOML_HEADER =
  /^\s*\[\[?\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*\s*\]\]?\s*(?:#.*)?$/m;
const TOML_PAIR = /^\s*[\w.-]+\s+=\s|^\s*mcp_servers\.\S+\s*=/;
const YAML_KEY = /^\s*(?:- +)?(?:[\w.$/@-]+|"[^"]*"|'[^']*') *:(?:\s|$)/;

/** What a text is, by its first meaningful characters. */
export function kindOf(text: string): PasteKind {
  const trimmed = text.trim();
  if (/^https?:\/\/\S+$/i.test(trimmed)) return 'url';
  if (/^(?:\{|\/\/|\/\*|\[\s*(?:\{|\]|\/[/*]))/.test(trimmed)) {
    return /^\/[/*]/.test(trimmed) && fragmentAfterComments(trimmed) ? 'json-fragment' : 'json';
  }
  if (/^"(?:[^"\\\n]|\\.)*"\s*:/.test(trimmed)) {
    return looksLikeYaml(trimmed) ? 'yaml' : 'json-fragment';
  }
  const first = trimmed.split('\n').find((line) => !/^\s*(?:#.*)?$/.test(line)) ?? '';
  if (TOML_PAIR.test(first) || (first.trim().startsWith('[') && TOML_HEADER.test(trimmed))) {
    return 'toml';
  }
  if (YAML_KEY.test(first) || /^(?:---|%YAML)/.test(first)) return 'yaml';
  return 'command-line';
}

const fragmentAfterComments = (text: string): boolean =>
  /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*"/.test(text);

/** A quoted key whose value begins on the next line, indented: YAML, since JSON would open a brace. */
const looksLikeYaml = (text: string): boolean =>
  /^"(?:[^"\\\n]|\\.)*"\s*:[ \t]*\n[ \t]+[\w"'-]/.test(text);
