/** Runs named steps one after another, saying what each took, and remembers which failed. */
export function createSteps(say) {
  const taken = [];
  return {
    /** The step's answer; undefined if it threw, which is printed and remembered. */
    async step(name, act) {
      const started = performance.now();
      say(`\n== ${name}`);
      let failure;
      let answer;
      try {
        answer = await act();
      } catch (error) {
        failure = error;
        say(`${name}: ${error.message}`);
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      taken.push({ name, seconds, failed: failure !== undefined });
      return answer;
    },
    failed: () => taken.some(({ failed }) => failed),
    print() {
      say('');
      for (const { name, seconds, failed } of taken) {
        say(`${seconds.padStart(7)} s  ${name}${failed ? '  FAILED' : ''}`);
      }
    },
  };
}
