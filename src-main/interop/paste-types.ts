/** What a pasted text was found to hold. Nothing here has been stored, started or contacted. */
export interface PasteResult {
  /** What the text was taken for: `claude-desktop`, `codex-toml`, `command-line`, `url`, … */
  readonly format: string;
  readonly candidates: readonly ImportCandidate[];
  readonly rejected: readonly RejectedEntry[];
  /** Names that stand more than once in the text. */
  readonly duplicates: readonly string[];
}

export interface RejectedEntry {
  readonly source_name: string;
  readonly reason: string;
  /** 1-based, in the text as it was pasted. */
  readonly line?: number;
  readonly column?: number;
}

export interface ImportCandidate {
  /** The name in the source, free text. */
  readonly source_name: string;
  /** A valid server id, unique within the paste. */
  readonly id: string;
  readonly registration: ImportRegistration;
  readonly secrets: readonly SecretSuggestion[];
  /** Names of the `${NAME}` placeholders that stand in the registration. */
  readonly placeholders: readonly string[];
  readonly suggestions: readonly ImportSuggestion[];
  /** Fields of the source that were not taken over, some with the reason in brackets. */
  readonly not_imported: readonly string[];
  readonly disabled_in_source: boolean;
}

/** Fields of a registration (DESIGN.md 3), without any secret value. */
export interface ImportRegistration {
  readonly name: string;
  readonly transport: Transport;
  readonly command_argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly env_keys: readonly string[];
  readonly url: string;
  readonly auth: ImportAuth;
  readonly enabled: boolean;
  readonly timeouts: ImportTimeouts;
}

export type Transport = 'stdio' | 'sse' | 'http';

export interface ImportAuth {
  readonly kind: 'none' | 'env_bearer' | 'env_header' | 'oauth';
  readonly env_key: string;
  readonly header_name: string;
}

/** Seconds. */
export interface ImportTimeouts {
  readonly start_s?: number;
  readonly call_s?: number;
}

export type SecretPlace = 'env' | 'header' | 'argv' | 'url';

export interface SecretSuggestion {
  readonly place: SecretPlace;
  readonly name: string;
  /** What was found and should go to the keychain; null when a person has to be asked for it. */
  readonly value: string | null;
  readonly reason: string;
}

export interface ImportSuggestion {
  readonly code: string;
  readonly text: string;
  /** The argv that would replace the written one, if a person says yes. */
  readonly argv?: readonly string[];
}
