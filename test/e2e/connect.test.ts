import { afterEach, expect, test } from 'vitest';
import { type ConnectedClient, ConnectHome, ERAS } from '../integration/connect/connect-home.ts';
import { type Computer, freshComputer, launchGatehouse, type TestApp } from './launch-app.ts';
import { until } from './until.ts';

let home: ConnectHome | undefined;
let computer: Computer | undefined;
let gatehouse: TestApp | undefined;

afterEach(async () => {
  await gatehouse?.close();
  gatehouse = undefined;
  await home?.close();
  home = undefined;
  computer?.remove();
  computer = undefined;
});

const note = 'counting__note';

test.each(ERAS)(
  'a client of %s keeps its session: no owner, serve started by it, the app takes over, the app quits, serve again',
  async (era) => {
    const here = await ConnectHome.open();
    home = here;
    computer = freshComputer();
    const owner = () => here.owner();
    expect(owner()).toBe(null);

    const client: ConnectedClient = await here.client(era);
    const listed = await client.list();
    expect(await client.call(note, { tag: '1' })).toBe('noted 1');
    const first = owner();
    expect(first?.kind).toBe('serve');

    const heldByServe = client.call('counting__delete_note', { tag: 'held by serve' });
    await here.waiting();
    gatehouse = await launchGatehouse({
      ...computer,
      env: { ...computer.env, GATEHOUSE_HOME: here.path },
    });
    expect(await heldByServe).toMatch(/^isError \[(DENIED|APPROVAL_PENDING|APPROVAL_EXPIRED)\]/);
    expect(owner()?.kind).toBe('desktop');
    expect(await client.call(note, { tag: '2' })).toBe('noted 2');
    expect(await client.list()).toEqual(listed);

    const heldByApp = client.call('counting__delete_note', { tag: 'held by the app' });
    await here.waiting();
    await gatehouse.close();
    gatehouse = undefined;
    expect(await heldByApp).toMatch(/^isError \[(DENIED|APPROVAL_PENDING|APPROVAL_EXPIRED)\]/);
    expect(await client.call(note, { tag: '3' })).toBe('noted 3');
    expect(await client.list()).toEqual(listed);
    await until(() => owner()?.kind).toBe('serve');
    expect(owner()?.pid).not.toBe(first?.pid);

    expect(here.runs()).toEqual(['1', '2', '3'].map((tag) => `note {"tag":"${tag}"}`));
    expect(await here.json(['journal', 'verify'])).toMatchObject({ intact: true });
  },
);
