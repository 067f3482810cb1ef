/**
 * Whether something was looked at in the run of code that goes on: until what runs now, and the
 * promises that follow from it without waiting for anything outside, are done. Nothing that this
 * process waits for can have happened in between.
 */
export class Fresh {
  #isFresh = false;

  get is(): boolean {
    return this.#isFresh;
  }

  /** It has just been looked at. */
  begin(): void {
    this.#isFresh = true;
    process.nextTick(() => {
      this.#isFresh = false;
    });
  }
}
