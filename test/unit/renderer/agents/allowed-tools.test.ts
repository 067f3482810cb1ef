import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globMatches as decidesByGlob } from '../../../../src-main/policy/policy-rules.ts';
import {
  globMatches,
  idleGlobs,
  isAllowed,
  patternFor,
  tickOf,
  withTool,
  withTools,
} from '../../../../src-renderer/features/agents/allowed-tools.ts';

const KNOWN = ['read_file', 'read_all', 'write_file', 'list'];
const allowedOf = (globs: readonly string[]) => KNOWN.filter((name) => isAllowed(globs, name));

describe('a glob', () => {
  it('matches exactly what the owner decides by', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '_', '*'), maxLength: 8 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 8 });
    fc.assert(
      fc.property(text, name, (glob, tool) => {
        expect(globMatches(glob, tool)).toBe(decidesByGlob(glob, tool));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('ticking a tool', () => {
  it('adds its name, once', () => {
    expect(withTool([], KNOWN, 'list', true)).toEqual(['list']);
    expect(withTool(['l*'], KNOWN, 'list', true)).toEqual(['l*']);
  });

  it('takes away only that tool, and writes out what allowed it together with others', () => {
    expect(withTool(['list', 'write_file'], KNOWN, 'list', false)).toEqual(['write_file']);
    expect(withTool(['*'], KNOWN, 'write_file', false)).toEqual(['read_file', 'read_all', 'list']);
    expect(withTool(['read_*', 'list'], KNOWN, 'read_all', false)).toEqual(['list', 'read_file']);
  });

  it('changes what is allowed of no other known tool', () => {
    const globs = fc.uniqueArray(fc.constantFrom('*', 'read_*', '*_file', ...KNOWN));
    fc.assert(
      fc.property(globs, fc.constantFrom(...KNOWN), fc.boolean(), (before, name, allow) => {
        const after = withTool(before, KNOWN, name, allow);
        expect(isAllowed(after, name)).toBe(allow);
        const others = (list: readonly string[]) => list.filter((each) => each !== name);
        expect(others(allowedOf(after))).toEqual(others(allowedOf(before)));
      }),
    );
  });

  it('never writes out a name that is a pattern itself', () => {
    expect(withTool(['*'], ['a', 'b', '*'], 'a', false)).toEqual(['b']);
    expect(withTools([], ['a', '*', 're*d'])).toEqual(['a']);
  });
});

describe('what a person reads', () => {
  it('tells whether a server is ticked whole, in part or not', () => {
    expect([tickOf(['*']), tickOf(['list']), tickOf([])]).toEqual(['all', 'some', 'none']);
  });

  it('names the pattern that allows a tool, and those that allow none', () => {
    expect(patternFor(['*', 'read_*'], 'read_file')).toBe('read_*');
    expect(patternFor(['*', 'read_file'], 'read_file')).toBeNull();
    expect(idleGlobs(['*', 'read_*', 'gone'], KNOWN)).toEqual(['gone']);
  });
});
