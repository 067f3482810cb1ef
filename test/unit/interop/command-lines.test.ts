// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what is tested.
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../../src-main/interop/command-words.ts';
import { notUnderstood, only, pasted, refused } from './paste.ts';

describe('a command line', () => {
  it.each([
    ['npx -y pkg /dir', ['npx', '-y', 'pkg', '/dir']],
    ['$ npx -y pkg "/my dir"', ['npx', '-y', 'pkg', '/my dir']],
    ['npx -y \\\n  pkg \\\n  /dir', ['npx', '-y', 'pkg', '/dir']],
    ['`uvx mcp-server-git`', ['uvx', 'mcp-server-git']],
    ['```sh\nnpx pkg\n```', ['npx', 'pkg']],
    ["python -c 'print(1)'", ['python', '-c', 'print(1)']],
    ['C:\\tools\\x.exe --root C:\\data', ['C:\\tools\\x.exe', '--root', 'C:\\data']],
    ['node ./x.js --dir $HOME/d', ['node', './x.js', '--dir', '${HOME}/d']],
  ])('is split as a shell would: %s', (text, argv) => {
    expect(only(text).registration.command_argv).toEqual(argv);
  });

  it('takes variables in front as environment, and a token among them as secret', () => {
    const candidate = only('LEVEL=debug API_KEY=abc npx -y pkg');
    expect(candidate.registration).toMatchObject({
      command_argv: ['npx', '-y', 'pkg'],
      env: { LEVEL: 'debug' },
      env_keys: ['API_KEY'],
    });
    expect(candidate.secrets).toMatchObject([{ place: 'env', name: 'API_KEY', value: 'abc' }]);
  });

  it('gives exported variables to the commands after it', () => {
    expect(only('export REGION=eu\nnpx pkg').registration.env).toEqual({ REGION: 'eu' });
  });

  it.each([
    ['npx -y @scope/server-files@1.2 /d', 'server-files'],
    ['docker run -i --rm -e KEY ghcr.io/a/tool:1.0', 'tool'],
    ['uvx --from git+https://g.example/x.git mcp-x', 'mcp-x'],
    ['/opt/My-Tool/bin/serve --stdio', 'serve'],
  ])('is named by what it runs: %s', (text, id) => {
    expect(only(text).id).toBe(id);
  });

  it.each(['npx a | tee x', 'npx a && rm -rf /', 'npx $(cat x)', 'npx `id`', 'npx a > out'])(
    'that needs a shell is refused: %s',
    (text) => {
      expect(refused(text).reason).toMatch(/shell/);
    },
  );

  it('is refused without showing the variables in front', () => {
    const entry = refused('API_KEY=abc npx a | tee x');
    expect(entry.source_name).toBe('npx');
    expect(JSON.stringify(entry)).not.toContain('abc');
  });

  it('offers each of several lines', () => {
    expect(pasted('npx a\n# note\nuvx b').candidates.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('a client’s own add command', () => {
  it('is read for a program', () => {
    const candidate = only('claude mcp add -s user gh -e LEVEL=1 MODE=x -- npx -y gh --flag');
    expect(candidate.source_name).toBe('gh');
    expect(candidate.registration).toMatchObject({
      command_argv: ['npx', '-y', 'gh', '--flag'],
      env: { LEVEL: '1', MODE: 'x' },
    });
  });

  it('is read for an address with a header after it', () => {
    const text =
      'claude mcp add --transport http s https://s.example/mcp --header "Authorization: Bearer abc123def"';
    const candidate = only(text);
    expect(candidate.registration).toMatchObject({
      transport: 'http',
      url: 'https://s.example/mcp',
      auth: { kind: 'env_bearer', env_key: 'S_TOKEN' },
    });
    expect(candidate.secrets).toMatchObject([{ name: 'S_TOKEN', value: 'abc123def' }]);
  });

  it('is read with --transport sse, with Codex’s options and with our own', () => {
    const { candidates } = pasted(
      [
        'claude mcp add --transport=sse a https://a.example/x',
        'codex mcp add b --env L=1 -- npx b',
        'codex mcp add c --url https://c.example/mcp --bearer-token-env-var C_TOKEN',
        'gatehouse server add d --name "The D" --env-key D_KEY -- uvx d',
      ].join('\n'),
    );
    expect(candidates.map((one) => one.registration.transport)).toEqual([
      'sse',
      'stdio',
      'http',
      'stdio',
    ]);
    expect(candidates[2]?.registration.auth.env_key).toBe('C_TOKEN');
    expect(candidates[3]?.registration).toMatchObject({ name: 'The D', env_keys: ['D_KEY'] });
  });

  it('names the options that it leaves behind, without their values', () => {
    const candidate = only(
      'claude mcp add -t http s https://s.example/ --client-id me --client-secret abc -e A=b',
    );
    expect(candidate.not_imported).toEqual([
      '--client-id',
      '--client-secret',
      'env (the server is reached by its url)',
    ]);
    expect(JSON.stringify(candidate)).not.toContain('abc');
  });

  it('is read with JSON in it, in single or escaped double quotes', () => {
    const single = only(`code --add-mcp '{"name":"x y","command":"npx","args":["p"]}'`);
    const double = only(
      'code --add-mcp "{\\"name\\":\\"x y\\",\\"command\\":\\"npx\\",\\"args\\":[\\"p\\"]}"',
    );
    expect(single.registration).toEqual(double.registration);
    expect(single).toMatchObject({ id: 'x-y', registration: { command_argv: ['npx', 'p'] } });
    const json = only(`claude mcp add-json w '{"type":"http","url":"https://w.example/"}'`);
    expect(json).toMatchObject({ id: 'w', registration: { transport: 'http' } });
  });

  it('with broken JSON is refused', () => {
    expect(refused(`code --add-mcp '{"name":'`).reason).toContain('JSON');
  });
});

describe('an address', () => {
  it.each([
    ['https://mcp.tool.example/mcp', 'http', 'tool'],
    ['http://localhost:3000/sse', 'sse', 'localhost'],
    ['https://a.example/sse/', 'sse', 'a'],
    ['https://a.example/sse/more', 'http', 'a'],
  ])('%s is %s', (url, transport, id) => {
    const candidate = only(` ${url}\n`);
    expect(candidate).toMatchObject({ id, registration: { transport, url } });
    expect(pasted(url).format).toBe('url');
  });

  it('that is broken is listed with its reason', () => {
    expect(refused('https://[bad').reason).toContain('address');
  });
});

describe('a command that holds blanks', () => {
  const wholeLine = {
    mcpServers: {
      s: { command: 'npx -y some-bridge https://h.example/mcp?key=K', env: {} },
    },
  };
  const bundle = '/Applications/My Tool.app/Contents/MacOS/server';

  it('is offered split, and its key goes to the keychain, but nothing is changed unasked', () => {
    const candidate = only(wholeLine, { fileExists: () => false });
    expect(candidate.registration.command_argv).toEqual([
      'npx -y some-bridge https://h.example/mcp?key=${S_KEY}',
    ]);
    expect(candidate.secrets).toMatchObject([{ place: 'argv', name: 'S_KEY', value: 'K' }]);
    expect(candidate.suggestions.find(({ code }) => code === 'split_command')?.argv).toEqual([
      'npx',
      '-y',
      'some-bridge',
      'https://h.example/mcp?key=${S_KEY}',
    ]);
  });

  it('keeps the arguments after the split ones', () => {
    const candidate = only({ command: 'uv run', args: ['x'] });
    expect(candidate.suggestions[0]?.argv).toEqual(['uv', 'run', 'x']);
  });

  it.each([true, false])('stays whole when it is a path (file there: %s)', (there) => {
    const candidate = only(
      { mcpServers: { t: { command: bundle, args: ['--stdio'] } } },
      { fileExists: (path) => there && path === bundle },
    );
    expect(candidate.registration.command_argv).toEqual([bundle, '--stdio']);
    expect(candidate.suggestions).toEqual([]);
  });

  it.each([true, false])('stays whole when pasted as a line (file there: %s)', (there) => {
    const candidate = only(`${bundle} --stdio "a b"`, {
      fileExists: (path) => there && path === bundle,
    });
    expect(candidate.registration.command_argv).toEqual([bundle, '--stdio', 'a b']);
  });

  it('is not offered split when a file of that name exists', () => {
    const candidate = only({ command: 'my tool' }, { fileExists: (path) => path === 'my tool' });
    expect(candidate.suggestions).toEqual([]);
  });

  it('offers to leave the Windows shell out', () => {
    const candidate = only({ command: 'cmd', args: ['/c', 'npx', '-y', 'x'] });
    expect(candidate.registration.command_argv).toEqual(['cmd', '/c', 'npx', '-y', 'x']);
    expect(candidate.suggestions).toMatchObject([
      { code: 'windows_shell', argv: ['npx', '-y', 'x'] },
    ]);
  });
});

describe('words of a command line', () => {
  it.each([
    [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
    [`a '' ""`, ['a', '', '']],
    [`a"b"'c'`, ['abc']],
    ['\\\\host\\share\\x.exe', ['\\\\host\\share\\x.exe']],
    ['x https://h/?a=1&b=2 <dir>', ['x', 'https://h/?a=1&b=2', '<dir>']],
  ])('%s', (line, words) => {
    expect(splitWords(line)).toEqual({ ok: true, words });
  });

  it('says when a quote is left open', () => {
    expect(splitWords('a "b')).toMatchObject({ ok: false, reason: 'a " is not closed' });
  });
});

describe('prose', () => {
  it.each(['hello world, how are you?', 'and/or maybe', 'x', '42', 'Please install it first.'])(
    'is no command: %s',
    (text) => {
      expect(notUnderstood(text).code).toBe('bad_arguments');
    },
  );
});
