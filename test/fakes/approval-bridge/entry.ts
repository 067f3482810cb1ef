import { type MemoryApprovals, memoryApprovals } from './memory-bridge.ts';
import { hostileApproval, sampleApproval } from './sample-approvals.ts';

declare global {
  /** For tests and for a person trying the window in a browser. */
  var owner: MemoryApprovals;
  var samples: { sample: typeof sampleApproval; hostile: typeof hostileApproval };
}

const wanted = new URLSearchParams(location.search);
const count = Number(wanted.get('waiting') ?? '1');
const list = Array.from({ length: count }, (_, index) => sampleApproval(index + 1));
globalThis.owner = memoryApprovals(wanted.has('hostile') ? [hostileApproval(1)] : list);
globalThis.samples = { sample: sampleApproval, hostile: hostileApproval };
Object.defineProperty(window, 'gatehouse', { value: globalThis.owner.bridge });
globalThis.owner.settle({
  language: wanted.get('language') === 'zh-CN' ? 'zh-CN' : 'en',
  theme: wanted.get('theme') === 'dark' ? 'dark' : 'light',
});
await import('../../../src-renderer/approval.tsx');
