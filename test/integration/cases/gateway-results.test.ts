import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome } from '../gateway/gateway-home.ts';
import { addScripted, tool } from '../gateway/scripted-server.ts';
import { ERAS, talkingClient } from '../gateway/talking-client.ts';

let home: GatewayHome;
beforeEach(() => {
  home = new GatewayHome();
});
afterEach(() => home.close());

const image = (times: number | number[]) => ({
  repeat: { letter: 'A', times, block: { type: 'image', mimeType: 'image/png' } },
});
const KB = 1024;
const MB = 1024 * KB;

describe('RES-03 pictures are no text', () => {
  test.each(ERAS)(
    'RES-03 up to the cap they arrive unchanged, over it as a link that can be read; the journal keeps size and hash (%s client)',
    async (era) => {
      const results = {
        small: image(100 * KB),
        large: image(2 * MB),
        huge: image(20 * MB),
        ten: image(Array.from({ length: 10 }, () => 100 * KB)),
        wrong_type: {
          content: [{ type: 'image', data: 'AAAA', mimeType: 'image/definitely-not' }],
        },
        data_url: {
          content: [{ type: 'image', data: 'data:image/png;base64,AAAA', mimeType: 'image/png' }],
        },
        invalid: { content: [{ type: 'image', data: '***', mimeType: 'image/png' }] },
        in_text: { repeat: { letter: 'A', times: 200 * KB, block: { type: 'text' } } },
      };
      await addScripted(home, 'pics', {
        tools: Object.keys(results).map((name) => tool(name)),
        results,
      });
      await home.agent('any', 'mcp:\n  online_tool: {pics: ["*"]}\n');
      await home.serve();
      const { token } = await home.token('any');
      const client = await talkingClient(era, home.url, token);
      const blocks = async (name: string) =>
        list(field(await client.call(`pics__${name}`), 'content'));
      const data = (block: unknown) => String(field(block, 'data'));

      expect(data((await blocks('small'))[0])).toBe('A'.repeat(100 * KB));
      expect(data((await blocks('large'))[0])).toHaveLength(2 * MB);
      expect((await blocks('ten')).map(data)).toEqual(Array(10).fill('A'.repeat(100 * KB)));
      // By hand: the SDK's own clients refuse what is no base64.
      for (const name of ['wrong_type', 'data_url', 'invalid'] as const) {
        const answer = await home.callByHand(token, `pics__${name}`, '{}');
        expect(field(field(answer, 'result'), 'content'), name).toEqual(results[name].content);
      }

      const huge = await blocks('huge');
      expect(JSON.stringify(huge).length).toBeLessThan(10 * KB);
      const link = huge.find((block) => field(block, 'type') === 'resource_link');
      const uri = String(field(link, 'uri'));
      expect(uri).toMatch(/^gatehouse:\/\/results\//);
      const read = list(field(await client.read(uri), 'contents'))[0];
      expect(String(field(read, 'blob'))).toHaveLength(20 * MB);
      expect(field(read, 'mimeType')).toBe('image/png');

      const text = await blocks('in_text');
      expect(JSON.stringify(text).length).toBeLessThan(10 * KB);
      expect(String(field(text[0], 'text'))).toHaveLength(3000);

      const whole = JSON.stringify(await home.json(['journal', 'list', '--limit', '1000']));
      expect(whole).not.toContain('A'.repeat(10 * KB));
      const completed = list(
        await home.json(['journal', 'list', '--kind', 'call_completed', '--tool', 'huge']),
      )[0];
      expect(Number(field(field(completed, 'detail'), 'result_chars'))).toBeGreaterThan(20 * MB);
      expect(String(field(field(completed, 'detail'), 'result_sha256'))).toMatch(/^[0-9a-f]{64}$/);
      await client.close();
    },
    60_000,
  );
});
