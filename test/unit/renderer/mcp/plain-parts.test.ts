import { describe, expect, it } from 'vitest';
import { failureText } from '../../../../src-preload/contract/index.ts';
import { appendLines, KEPT_LINES } from '../../../../src-renderer/features/mcp/detail/log-lines.ts';
import { textPieces } from '../../../../src-renderer/features/mcp/detail/mcp-content.ts';
import { Question } from '../../../../src-renderer/question.ts';
import { formatRoute, parseRoute } from '../../../../src-renderer/store/route.ts';
import { durationText, timeAgo } from '../../../../src-renderer/ui/time-text.ts';

describe('the log', () => {
  it('keeps the newest lines and counts what went', () => {
    const many = Array.from({ length: KEPT_LINES + 5 }, (_, index) => `line ${index}`);
    const log = appendLines({ lines: [], dropped: 2 }, many);
    expect(log.lines).toHaveLength(KEPT_LINES);
    expect(log.lines[0]).toBe('line 5');
    expect(log.dropped).toBe(7);
  });

  it('drops terminal colours and bounds a line', () => {
    const { lines } = appendLines({ lines: [], dropped: 0 }, [
      '\u001b[31mred\u001b[0m',
      'x'.repeat(9999),
    ]);
    expect(lines[0]).toBe('red');
    expect(lines[1]?.length).toBeLessThan(4100);
  });
});

describe('texts of an MCP result', () => {
  it('takes texts of resources and prompts and leaves everything else', () => {
    const resource = {
      contents: [{ uri: 'a:b', text: 'hello' }, { uri: 'a:c', blob: 'AAAA' }, null],
    };
    expect(textPieces(resource)).toEqual([{ label: 'a:b', text: 'hello' }]);
    const prompt = { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }, 'odd'] };
    expect(textPieces(prompt)).toEqual([{ label: 'user', text: 'hi' }]);
    expect(textPieces({ contents: 'none' })).toEqual([]);
  });
});

describe('the address of a screen', () => {
  it('is read as it was written, also with signs that have a meaning there', () => {
    const hash = formatRoute('mcp', ['files', 'tools', 'a/b?c#d e%'], { q: 'x&y' });
    expect(parseRoute(hash)).toEqual({
      screen: 'mcp',
      rest: ['files', 'tools', 'a/b?c#d e%'],
      query: { q: 'x&y' },
    });
  });

  it('leads to the servers when it is not known or broken', () => {
    expect(parseRoute('#/nowhere/x').screen).toBe('mcp');
    expect(parseRoute('')).toEqual({ screen: 'mcp', rest: [], query: {} });
    expect(parseRoute('#/mcp/%E0%A4%A').rest).toEqual(['%E0%A4%A']);
  });
});

describe('a failure in words', () => {
  const failure = { code: 'refused', message: 'Nothing listens on port 9.', fix: 'Start it.' };

  it('is the exact sentence of the owner in English', () => {
    expect(failureText(failure, 'en')).toEqual({
      sentence: 'Nothing listens on port 9.',
      detail: null,
      words: null,
      fix: 'Start it.',
    });
  });

  it('is said in Chinese with the exact sentence below', () => {
    const said = failureText(failure, 'zh-CN');
    expect(said.sentence).toBe('该地址没有服务在监听。');
    expect(said.detail).toBe(failure.message);
  });

  it('keeps the sentence of a code that is not known', () => {
    const odd = { code: 'toString', message: 'Odd.' };
    expect(failureText(odd, 'zh-CN').sentence).toBe('Odd.');
  });
});

describe('times', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  it('say how long ago in the language of the window', () => {
    expect(timeAgo('2026-11-30T11:57:00Z', now, 'en')).toBe('3 minutes ago');
    expect(timeAgo('2026-11-30T11:59:50Z', now, 'zh-CN')).toBe('现在');
    expect(durationText(12.4)).toBe('12 ms');
    expect(durationText(1440)).toBe('1.4 s');
  });
});

describe('a question that several screens share', () => {
  it('asks once more for a burst of events, not once for each', async () => {
    let asked = 0;
    const question = new Question(async () => {
      asked += 1;
      return { ok: true as const, value: asked };
    });
    for (let event = 0; event < 50; event += 1) question.ask();
    await new Promise((done) => setTimeout(done, 5));
    expect(asked).toBe(2);
    expect(question.state).toEqual({ loading: false, value: 2, failure: null });
  });

  it('shows a failure instead of an old value', async () => {
    let fails = false;
    const question = new Question<number>(async () =>
      fails ? { ok: false, failure: { code: 'internal', message: 'No.' } } : { ok: true, value: 1 },
    );
    question.ask();
    await Promise.resolve();
    await new Promise((done) => setTimeout(done, 1));
    fails = true;
    question.ask();
    await new Promise((done) => setTimeout(done, 1));
    expect(question.state).toMatchObject({ value: null, failure: { code: 'internal' } });
  });
});
