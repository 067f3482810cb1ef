import type { SecretPlace, SecretSuggestion } from './paste-types.ts';
import { secretNameFrom } from './placeholders.ts';

/** Names given to secrets in one paste: one name never stands for two values. */
export class SecretNames {
  readonly #values = new Map<string, string | null>();
  /** Where the search for a free name goes on, so that many secrets stay cheap. */
  readonly #suffixes = new Map<string, number>();

  /** Whether `name` may stand for `value`; a name without a value yet takes it. */
  take(name: string, value: string | null): boolean {
    const held = this.#values.get(name);
    if (held !== undefined && held !== null && value !== null && held !== value) return false;
    this.#values.set(name, value ?? held ?? null);
    return true;
  }

  /** `wanted`, or the first of `wanted_2`, `wanted_3`, … that is free for this value. */
  free(wanted: string, value: string | null): string {
    for (let suffix = this.#suffixes.get(wanted) ?? 1; ; suffix += 1) {
      const name = suffix === 1 ? wanted : `${wanted}_${suffix}`;
      if (!this.take(name, value)) continue;
      this.#suffixes.set(wanted, suffix);
      return name;
    }
  }
}

/** The secrets of one candidate, one per name. */
export class SecretList {
  readonly #found = new Map<string, SecretSuggestion>();
  readonly #nameOf = new Map<string, string>();
  readonly #names: SecretNames;
  readonly #id: string;

  constructor(names: SecretNames, id: string) {
    this.#names = names;
    this.#id = id;
  }

  /** Notes a secret under a name made from the server's id and `what`; returns the name. */
  add(place: SecretPlace, what: string, value: string | null, reason: string): string {
    const wanted = secretNameFrom(`${this.#id}_${secretNameFrom(what)}`);
    const same = value === null ? undefined : this.#nameOf.get(value);
    const name = same ?? this.#names.free(wanted, value);
    this.#note({ place, name, value, reason });
    return name;
  }

  /** Notes a secret under exactly this name; false when the name stands for another value. */
  addNamed(place: SecretPlace, name: string, value: string | null, reason: string): boolean {
    if (!this.#names.take(name, value)) return false;
    this.#note({ place, name, value, reason });
    return true;
  }

  #note(secret: SecretSuggestion): void {
    const held = this.#found.get(secret.name);
    if (secret.value !== null && !this.#nameOf.has(secret.value)) {
      this.#nameOf.set(secret.value, secret.name);
    }
    if (!held || (held.value === null && secret.value !== null)) {
      this.#found.set(secret.name, secret);
    }
  }

  all(): readonly SecretSuggestion[] {
    return [...this.#found.values()];
  }
}
