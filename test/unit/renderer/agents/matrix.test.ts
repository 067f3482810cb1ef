import { describe, expect, it } from 'vitest';
import { matrixStep } from '../../../../src-renderer/features/agents/matrix-keys.ts';
import {
  type MatrixInput,
  type MatrixRow,
  matrixRows,
} from '../../../../src-renderer/features/agents/matrix-rows.ts';
import { server } from '../../../fakes/bridge/make-server.ts';
import { tools } from '../../../fakes/bridge/tools.ts';

const servers = [server('files', 'Files', { counts: [8, 2, 3] }), server('notes', 'My notes', {})];
const rows = (more: Partial<MatrixInput> = {}): MatrixRow[] =>
  matrixRows({
    servers,
    tools: tools('files'),
    allowed: {},
    open: new Set(),
    search: '',
    onlyAllowed: false,
    ...more,
  });
const keys = (more?: Partial<MatrixInput>) => rows(more).map(({ key }) => key);
const first = (more?: Partial<MatrixInput>) => {
  const [row] = rows(more);
  if (row?.kind !== 'server') throw new Error('the first row is no server');
  return row;
};

describe('the rows of the matrix', () => {
  it('are the servers, and the tools of an open one, riskiest first', () => {
    expect(keys()).toEqual(['files', 'notes']);
    const open = rows({ open: new Set(['files']) });
    expect(open).toHaveLength(15);
    expect(open.slice(1).map((row) => (row.kind === 'tool' ? row.tool.risk : ''))).toEqual([
      ...['high', 'high', 'high', 'medium', 'medium'],
      ...['low', 'low', 'low', 'low', 'low', 'low', 'low', 'low'],
      '',
    ]);
  });

  it('count what is allowed by the server’s own entry and by the one for every server', () => {
    expect(first({ allowed: { files: ['list_*'] } })).toMatchObject({ allowed: 3, tick: 'some' });
    expect(first({ allowed: { '*': ['*'] } })).toMatchObject({ allowed: 13, tick: 'all' });
    expect(first({ allowed: { files: ['gone'] } })).toMatchObject({ allowed: 0, tick: 'some' });
  });

  it('name servers that are not registered and names that no tool has', () => {
    const allowed = { gone: ['x'], files: ['nothing_such'] };
    expect(keys({ allowed })).toEqual(['gone', 'files', 'notes']);
    expect(keys({ allowed, open: new Set(['gone', 'files']) }).slice(0, 4)).toEqual([
      ...['gone', 'gone x', 'files', 'files nothing_such'],
    ]);
  });

  it('open on the tools that a search finds, and leave out what it does not', () => {
    expect(keys({ search: 'WRITE' })).toEqual(['files', 'files/write_file']);
    expect(keys({ search: 'my notes' })).toEqual(['notes']);
    expect(keys({ search: 'nothing like it' })).toEqual([]);
  });

  it('leave out what is not allowed when only that is wanted', () => {
    const allowed = { files: ['write_file'] };
    expect(keys({ allowed, onlyAllowed: true, open: new Set(['files']) })).toEqual([
      'files',
      'files/write_file',
    ]);
  });

  it('of a hundred servers with twenty tools are made in a moment', () => {
    const many = Array.from({ length: 100 }, (_, at) => server(`server-${at}`, '', {}));
    const offered = many.flatMap(({ id }) =>
      [...tools(id), ...tools(id)].slice(0, 20).map((tool, at) => ({ ...tool, name: `t_${at}` })),
    );
    const open = new Set(many.map(({ id }) => id));
    const allowed = Object.fromEntries(many.map(({ id }) => [id, ['t_1', 't_1*', 'x*y*z']]));
    const started = performance.now();
    expect(rows({ servers: many, tools: offered, open, allowed })).toHaveLength(100 + 2000 + 100);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('keys in the matrix', () => {
  const open = rows({ open: new Set(['files']) });
  it('go up and down and stop at the ends', () => {
    expect(matrixStep(open, 0, 'ArrowDown')).toEqual({ kind: 'go', index: 1 });
    expect(matrixStep(open, 0, 'ArrowUp')).toEqual({ kind: 'go', index: 0 });
    expect(matrixStep(open, 3, 'End')).toEqual({ kind: 'go', index: 14 });
  });

  it('open and close a server, and lead from a tool to its server', () => {
    expect(matrixStep(rows(), 0, 'ArrowRight')).toEqual({ kind: 'open', id: 'files', open: true });
    expect(matrixStep(open, 0, 'ArrowRight')).toEqual({ kind: 'go', index: 1 });
    expect(matrixStep(open, 5, 'ArrowLeft')).toEqual({ kind: 'go', index: 0 });
    expect(matrixStep(open, 0, 'ArrowLeft')).toEqual({ kind: 'open', id: 'files', open: false });
  });

  it('leave every other key alone', () => {
    expect(matrixStep(open, 0, ' ')).toBeNull();
    expect(matrixStep([], 0, 'ArrowDown')).toBeNull();
  });
});
