import {
  CLASSIFIER_VERSION,
  gradeTool,
  type RiskGrade,
  type RiskLevel,
} from '../judgement/risk.ts';
import type { ToolEntry } from './catalog.ts';
import { isObject } from './discovered-items.ts';
import type { PinVerdict } from './pins.ts';
import type { StoredTool } from './stored-catalog.ts';

/** Grades of one definition under other circumstances than it was stored with. */
const regraded = new WeakMap<object, Map<string, RiskGrade>>();

/**
 * A stored tool as it stands now: with the person's override and today's classifier, whatever the
 * cache says, and held as its pin says. `pin: null` is a tool that was never judged.
 */
export function toolEntry(
  server_id: string,
  tool: StoredTool,
  override: RiskLevel | undefined,
  pinOf: (tool: StoredTool) => PinVerdict,
): ToolEntry {
  const { definition, verdict } = tool;
  const annotations = isObject(definition['annotations']) ? definition['annotations'] : {};
  const grade = gradeOf(tool, override);
  const quarantine_reason = verdict === null ? tool.reason : verdict.quarantine_reason;
  const pinned: PinVerdict =
    quarantine_reason === null ? pinOf(tool) : { state: 'new', changes: [] };
  return {
    server_id,
    name: tool.name,
    title: textOf(definition['title']) ?? textOf(annotations['title']),
    description: textOf(definition['description']) ?? '',
    inputSchema: isObject(definition['inputSchema']) ? definition['inputSchema'] : {},
    outputSchema: isObject(definition['outputSchema']) ? definition['outputSchema'] : null,
    annotations,
    definition,
    risk: grade.level,
    reasons: grade.reasons,
    classifier_version: grade.classifier_version,
    pin: verdict?.definition.hash ?? '',
    state: quarantine_reason === null ? pinned.state : 'quarantined',
    changes: pinned.changes,
    quarantine_reason,
  };
}

/** A tool that was set aside before it was judged, as an entry that nobody can call. */
export const asideEntry = (server_id: string, name: string, reason: string): ToolEntry => ({
  server_id,
  name,
  title: null,
  description: '',
  inputSchema: {},
  outputSchema: null,
  annotations: {},
  definition: {},
  risk: 'high',
  reasons: [],
  classifier_version: CLASSIFIER_VERSION,
  pin: '',
  state: 'quarantined',
  changes: [],
  quarantine_reason: reason,
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function gradeOf({ name, definition, verdict }: StoredTool, override?: RiskLevel): RiskGrade {
  // Grading an unjudged tool here would run what the worker broke down on.
  if (verdict === null)
    return { level: 'high', reasons: [], classifier_version: CLASSIFIER_VERSION };
  if (override === undefined && verdict.classifier_version === CLASSIFIER_VERSION)
    return {
      level: verdict.risk,
      reasons: verdict.reasons,
      classifier_version: verdict.classifier_version,
    };
  const grades = regraded.get(definition) ?? new Map<string, RiskGrade>();
  regraded.set(definition, grades);
  const known = grades.get(override ?? '');
  if (known !== undefined) return known;
  const annotations = definition['annotations'];
  const grade = gradeTool(
    {
      name,
      title: textOf(definition['title']) ?? undefined,
      description: textOf(definition['description']) ?? undefined,
      inputSchema: definition['inputSchema'],
      annotations: isObject(annotations) ? annotations : undefined,
    },
    override,
  );
  grades.set(override ?? '', grade);
  return grade;
}
