import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RegistrationDraft, ServerId } from '../../../../src-preload/contract/index.ts';
import {
  insertAfter,
  removeRow,
  setValue,
} from '../../../../src-renderer/features/mcp/add/argv-edit.ts';
import {
  argvRows,
  draftOf,
  emptyForm,
  faultsOf,
  formOf,
  idFault,
  idFromName,
  row,
} from '../../../../src-renderer/features/mcp/add/draft.ts';
import {
  changesLaunch,
  changesOf,
  editedOf,
} from '../../../../src-renderer/features/mcp/detail/edits.ts';
import { server } from '../../../fakes/bridge/make-server.ts';

describe('an id made from a name', () => {
  it('keeps letters and digits and joins them by single dashes', () => {
    expect(idFromName('  arXiv: Search!! (v2) ')).toBe('arxiv-search-v2');
    expect(idFromName('Café__Noël')).toBe('cafe-noel');
    expect(idFromName('天气')).toBe('');
  });

  it('is always an id or empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const id = idFromName(name);
        expect(id === '' || ServerId.safeParse(id).success).toBe(true);
      }),
    );
  });

  it('is judged as the owner judges it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9_-]{1,70}$/), (id) => {
        expect(idFault(id, []) === null).toBe(ServerId.safeParse(id).success);
      }),
    );
    expect(idFault('files', ['files'])).toBe('id_taken');
  });
});

describe('rows of arguments', () => {
  it('keeps every argument exactly, also blank and empty ones between others', () => {
    const argv = ['node', ' two words ', '', '--flag', '"quoted"'];
    const form = { ...emptyForm(), argv: [...argvRows(argv), row(), row()] };
    expect(draftOf(form).command_argv).toEqual(argv);
  });

  it('opens a row after the one that one stands in', () => {
    const rows = argvRows(['a', 'b']);
    const { rows: next, added } = insertAfter(rows, rows[0]?.key ?? 0);
    expect(next.map(({ value }) => value)).toEqual(['a', '', 'b']);
    expect(next[1]?.key).toBe(added);
  });

  it('goes to the row before when one is removed, and never loses the last row', () => {
    const rows = argvRows(['a', 'b']);
    const { rows: left, focus } = removeRow(rows, rows[1]?.key ?? 0);
    expect(left.map(({ value }) => value)).toEqual(['a']);
    expect(focus).toBe(rows[0]?.key);
    const only = removeRow(left, rows[0]?.key ?? 0);
    expect(only.rows.map(({ value }) => value)).toEqual(['']);
  });

  it('changes one row only', () => {
    const rows = argvRows(['a', 'b']);
    expect(setValue(rows, rows[1]?.key ?? 0, 'c').map(({ value }) => value)).toEqual(['a', 'c']);
  });
});

describe('the draft of a form', () => {
  it('is a draft of the contract', () => {
    const form = { ...emptyForm(), name: ' Files ', argv: argvRows(['node', 'x.js']) };
    const draft = draftOf({ ...form, env: [row('LEVEL', 'info'), row()] });
    expect(RegistrationDraft.parse(draft)).toMatchObject({ name: 'Files', env: { LEVEL: 'info' } });
  });

  it('holds nothing of the transport that is not shown', () => {
    const form = {
      ...emptyForm(),
      argv: argvRows(['node']),
      env: [row('A', 'b')],
      secrets: ['TOKEN'],
      url: 'https://mcp.example.com/mcp',
    };
    const remote = draftOf({ ...form, transport: 'http' });
    expect(remote).toMatchObject({ command_argv: [], env: {}, env_keys: [], cwd: '' });
    expect(draftOf(form).url).toBe('');
  });

  it('tells what is missing before it is sent', () => {
    expect(faultsOf(emptyForm(), [])).toEqual({ id: 'id_missing', argv: 'command_missing' });
    const remote = { ...emptyForm(), id: 'x', transport: 'http' as const, url: 'file:///etc' };
    expect(faultsOf(remote, [])).toEqual({ url: 'url_invalid' });
    const keyless = { ...remote, url: 'https://a.example', auth: { ...remote.auth } };
    keyless.auth.kind = 'env_bearer';
    expect(faultsOf(keyless, [])).toEqual({ auth: 'auth_key_missing' });
  });

  it('refuses a variable that stands twice or has a value but no name', () => {
    const form = { ...emptyForm(), id: 'x', argv: argvRows(['node']) };
    expect(faultsOf({ ...form, env: [row('A', '1'), row('A', '2')] }, [])).toEqual({
      env: 'variable_twice',
    });
    expect(faultsOf({ ...form, env: [row('', '1')] }, [])).toEqual({ env: 'variable_invalid' });
  });
});

describe('editing a server', () => {
  const { registration } = server('files', 'Files', {
    argv: ['node', 'x.js'],
    env: { A: '1', B: '2' },
    secrets: ['TOKEN'],
  });
  const { capabilities, timeouts } = registration;

  it('changes nothing when nothing was changed', () => {
    const edited = editedOf(registration, formOf('files', registration), capabilities, timeouts);
    expect(changesOf(registration, edited)).toEqual({});
  });

  it('sends only what differs, and asks again only for the launch', () => {
    const form = { ...formOf('files', registration), name: 'Papers' };
    const renamed = changesOf(
      registration,
      editedOf(registration, form, [...capabilities].reverse(), timeouts),
    );
    expect(renamed).toEqual({ name: 'Papers' });
    expect(changesLaunch(renamed)).toBe(false);
    const moved = changesOf(
      registration,
      editedOf(registration, { ...form, argv: argvRows(['node', 'y.js']) }, capabilities, timeouts),
    );
    expect(moved).toEqual({ name: 'Papers', command_argv: ['node', 'y.js'] });
    expect(changesLaunch(moved)).toBe(true);
  });
});
