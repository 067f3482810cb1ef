import { fakeBridge } from './fake-bridge.ts';
import { fakeOwner } from './fake-owner.ts';
import { world } from './world.ts';

/** `?world=full|empty|broken&theme=dark&language=zh-CN`: the real renderer over a made-up owner. */
const query = new URLSearchParams(window.location.search);
const { bridge } = fakeBridge((emit) => fakeOwner(world(query), emit));
Object.defineProperty(window, 'gatehouse', { value: bridge });
await import('../../../src-renderer/app.tsx');
