/**
 * The Zod schema of every file of a home that holds structured data (docs/FILES.md), in one place.
 * Each stands with the part that owns the file; nothing else may read or write it.
 */
export { Profile as AgentFile } from './agents/profile-schema.ts';
export { OwnerRecord as OwnerFile } from './api/owner-file.ts';
export { CatalogRow, ProbeRow } from './catalog/cache-db.ts';
export { PinRow as PinsRow } from './catalog/pins.ts';
export { JournalRow } from './journal/journal-row.ts';
export { Grant as GrantRow } from './policy/grants.ts';
export { Policy as PolicyFile } from './policy/policy-schema.ts';
export { Registration as RegistryEntry } from './registry/registration.ts';
export {
  Accepted as AcceptedRow,
  Confirmation as ConfirmationRow,
} from './registry/server-trust.ts';
export { Settings as SettingsFile } from './registry/settings.ts';
export {
  PromptSkill as PromptSkillFile,
  SkillFrontmatter,
  SkillIndex as SkillIndexFile,
} from './skills/skill-schema.ts';
