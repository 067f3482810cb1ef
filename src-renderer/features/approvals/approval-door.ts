import type { Bridge } from '../../../src-preload/contract/index.ts';
import { bridgeHooks } from '../../bridge-hooks.ts';

/** The approval window's own door: only this preload can answer. */
const gatehouse: Bridge<'approval'> = window.gatehouse;

export const { useRequest, useAction } = bridgeHooks(gatehouse);
