import type { Bridge } from '../src-preload/contract/bridge.ts';
import { bridgeHooks } from './bridge-hooks.ts';

/** The main window's door to the owner; the approval window has its own. */
export const gatehouse: Bridge<'app'> = window.gatehouse;

export const { send, useRequest, useAction, useBridgeEvent } = bridgeHooks(gatehouse);
