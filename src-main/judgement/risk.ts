import { readAnnotations } from './annotations.ts';
import { DANGERS, type Finding } from './danger.ts';
import { normaliseForReading } from './normalise.ts';
import { drafts, readName, readsOnly } from './read-name.ts';
import { readProse } from './read-prose.ts';
import { MAX_DEPTH, MAX_NODES, readSchema } from './read-schema.ts';

/** Bump whenever a grade can change for the same tool: grants remember it (DESIGN.md 5). */
export const CLASSIFIER_VERSION: number = 1;

export const MAX_DESCRIPTION = 8_000;
const MAX_NAME = 256;
const MAX_REASONS = 24;
const MAX_PARAM = 60;

export type RiskLevel = 'low' | 'medium' | 'high';

/** Why a grade is what it is. `code` and `params` let a window say `text` in another language. */
export interface RiskReason {
  code: string;
  params: Record<string, string>;
  text: string;
  from:
    | 'default'
    | 'name'
    | 'title'
    | 'description'
    | 'parameter'
    | 'enum'
    | 'annotation'
    | 'override';
}

export interface RiskGrade {
  level: RiskLevel;
  reasons: readonly RiskReason[];
  classifier_version: number;
}

/** What is judged: a tool as its server lists it. Everything in it is hostile text. */
export interface JudgedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema?: unknown;
  annotations?: Record<string, unknown> | undefined;
}

/**
 * The risk of a server's tool (DESIGN.md 5; rubric of the risk data): medium, or high where name,
 * title, description, parameter names, enum values or annotations speak of a danger. Annotations
 * never lower it. A person's override decides the level alone; what was found stays in the reasons.
 * Never throws; work is bounded by the limits above and those of `readSchema`.
 */
export function gradeTool(tool: JudgedTool, override?: RiskLevel): RiskGrade {
  const { found, notes } = readTool(tool);
  const dangerous = found.length > 0;
  const { raises, reasons: hints } = readAnnotations(tool.annotations, dangerous);
  const reasons = [...unique(found), ...hints, ...notes];
  const judged: RiskLevel = dangerous || raises ? 'high' : 'medium';
  if (override !== undefined)
    return grade(override, [
      reason('override', 'override', { level: override }, `You set this tool to ${override}.`),
      ...reasons,
    ]);
  if (judged === 'high') return grade('high', reasons);
  return grade('medium', [
    reason('default', 'default', {}, "Tools of other people's servers start at medium."),
    ...reasons,
  ]);
}

/** The grade of Gatehouse's own read-only tools, the only ones that are low by themselves. */
export function ownTool(): RiskGrade {
  return grade('low', [
    reason('own_read_only', 'default', {}, "One of Gatehouse's own tools; it only reads."),
  ]);
}

function readTool(tool: JudgedTool): { found: RiskReason[]; notes: RiskReason[] } {
  const name = readable(tool.name, MAX_NAME);
  const titles = [tool.title, tool.annotations?.['title']].map((title) =>
    readable(title, MAX_NAME),
  );
  const description = readable(tool.description, MAX_DESCRIPTION);
  const reads = readsOnly(name.text);
  const schema = readSchema(tool.inputSchema, reads || drafts(name.text));
  const found = [
    ...readName(name.text).map((finding) => danger(finding, 'name', 'the name')),
    ...titles.flatMap(({ text }) =>
      readName(text).map((finding) => danger(finding, 'title', 'the title')),
    ),
    ...readProse(description.text, reads).map((finding) =>
      danger(finding, 'description', 'the description'),
    ),
    ...schema.findings.map((finding) =>
      finding.from === 'enum'
        ? danger(finding, 'enum', `a value of “${short(finding.parameter)}”`, finding.parameter)
        : danger(finding, 'parameter', 'a parameter', finding.parameter),
    ),
  ];
  const notes: RiskReason[] = [];
  if (description.cut)
    notes.push(
      reason(
        'description_cut',
        'description',
        { limit: String(MAX_DESCRIPTION) },
        `Only the first ${MAX_DESCRIPTION} characters of the description were judged.`,
      ),
    );
  if (schema.cut)
    notes.push(
      reason(
        'schema_cut',
        'parameter',
        { depth: String(MAX_DEPTH), nodes: String(MAX_NODES) },
        `Only ${MAX_DEPTH} levels and ${MAX_NODES} parts of the input schema were judged.`,
      ),
    );
  return { found, notes };
}

/** Types are the server's promise: what is not text is read as none. */
function readable(value: unknown, limit: number): { text: string; cut: boolean } {
  if (typeof value !== 'string') return { text: '', cut: false };
  return {
    text: normaliseForReading(value.slice(0, limit)).slice(0, limit),
    cut: value.length > limit,
  };
}

function danger(
  finding: Finding,
  from: RiskReason['from'],
  place: string,
  parameter?: string,
): RiskReason {
  const word = short(finding.word);
  const params = parameter === undefined ? { word } : { word, parameter: short(parameter) };
  return reason(
    finding.danger,
    from,
    params,
    `It may ${DANGERS[finding.danger]}: “${word}” in ${place}.`,
  );
}

function reason(
  code: string,
  from: RiskReason['from'],
  params: Record<string, string>,
  text: string,
): RiskReason {
  return { code, params, text, from };
}

const short = (text: string): string =>
  text.length > MAX_PARAM ? `${text.slice(0, MAX_PARAM).toWellFormed()}…` : text;

function unique(reasons: readonly RiskReason[]): RiskReason[] {
  const seen = new Map(reasons.map((each) => [`${each.from} ${each.text}`, each]));
  return [...seen.values()].slice(0, MAX_REASONS);
}

const grade = (level: RiskLevel, reasons: readonly RiskReason[]): RiskGrade => ({
  level,
  reasons,
  classifier_version: CLASSIFIER_VERSION,
});
