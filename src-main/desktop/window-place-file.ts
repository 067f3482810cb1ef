import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Log } from '../kernel/log.ts';

const size = z.number().int().min(480).max(10_000);
const position = z.number().int().min(-10_000).max(20_000);
const WindowPlace = z.object({ width: size, height: size, x: position, y: position });

/** Where the window was, in screen pixels. */
export type WindowPlace = z.infer<typeof WindowPlace>;

const FIRST = { width: 1120, height: 760 };

/** The place kept at the last close; a first or an unreadable one lets the desktop choose. */
export function readWindowPlace(path: string): WindowPlace | typeof FIRST {
  try {
    const read = WindowPlace.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return read.success ? read.data : FIRST;
  } catch {
    return FIRST;
  }
}

/** A place that cannot be kept costs the person one drag of the mouse, so it is only logged. */
export function writeWindowPlace(path: string, place: WindowPlace, log: Log): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(place));
  } catch (error) {
    log.warn('the place of the window was not kept', { path, error: String(error) });
  }
}
