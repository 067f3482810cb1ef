/** What was opened, to be closed in reverse. A step that fails does not keep the others from running. */
export interface Undo {
  add(step: () => void | Promise<void>): void;
  /** The part itself, for a declaration in one line. */
  keep<T>(part: T, close: (part: T) => void | Promise<void>): T;
  all(): Promise<void>;
}

/** `report` is told of a step that threw: a bug, but no reason to leave a child process behind. */
export function createUndo(report: (error: unknown) => void): Undo {
  const steps: (() => void | Promise<void>)[] = [];
  return {
    add: (step) => {
      steps.push(step);
    },
    keep: (part, close) => {
      steps.push(() => close(part));
      return part;
    },
    all: async () => {
      for (const step of steps.splice(0).reverse()) {
        try {
          await step();
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
