import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../kernel/index.ts';
import { type Way, ways, type Yielding } from './kinds.ts';

/** Alerts that this process has written lately: `level` grows with each, and fades. */
interface Pace {
  level: number;
  at: number;
}

const noAlerts = (): Pace => ({ level: 0, at: performance.now() });

/** A rush of 1,000 in a second is forgotten 0.7 s after its last alert: then people are to be told without a pause. */
const fadingMilliseconds = 300;
/** More alerts in a second than this are a rush. */
const rushPerSecond = 100;
/** The level that steady alerts come to at `rushPerSecond`. */
const rushLevel = (rushPerSecond * fadingMilliseconds) / 1000;

export function noteAlerts({ memory }: World, count: number): void {
  const pace = memory.of(noAlerts);
  pace.level = levelNow(pace) + count;
  pace.at = performance.now();
}

/** How much of a rush there is, from 0 to 1. */
export function rushOf(world: World): number {
  return Math.min(1, pressureOf(world));
}

/** How many of `most` a step of upkeep takes beside the alerts that come in: in a rush a quarter. */
export function besideAlerts(world: World, most: number): number {
  return Math.ceil(most * (1 - rushOf(world) * 0.75));
}

/** Alerts that come in now, as a multiple of those of a full rush. */
function pressureOf({ memory }: World): number {
  return levelNow(memory.of(noAlerts)) / rushLevel;
}

/** Whether alerts come in as quickly as in a full rush. */
export function isRush(world: World): boolean {
  return rushOf(world) === 1;
}

/**
 * Pauses between two steps, of which the last took this many milliseconds. `late`: milliseconds since the oldest was
 * due of what waits, or of what way is made for.
 */
export async function makeWay(world: World, kind: Yielding, took: number, late = 0): Promise<void> {
  const milliseconds = wayOf(kind, took, pressureOf(world), late);
  if (milliseconds > 0) await pause(milliseconds, undefined, { ref: false });
}

/** Pure. `pressure`: 1 and more are a full rush. */
export function wayOf(kind: Yielding, took: number, pressure: number, late = 0): number {
  const way: Way = ways[kind];
  const { least, factor, rushLeast, rushMost, growsUntil = 1 } = way;
  const rush = Math.min(pressure, growsUntil);
  const inRush = Math.min(Math.max(took * factor, rushLeast), rushMost);
  return Math.round(least + rush * inRush * patienceOf(way, late) * courtesyOf(way, late));
}

/** From 1 down to 0, the later what waits is. */
function patienceOf({ patience }: Way, late: number): number {
  if (!patience) return 1;
  const [from, until] = patience;
  return Math.min(1, Math.max(0, (until - late) / (until - from)));
}

/** From 0 up to 1, the later what way is made for is. */
function courtesyOf({ courtesy }: Way, late: number): number {
  if (!courtesy) return 1;
  const [from, until] = courtesy;
  return Math.min(1, Math.max(0, (late - from) / (until - from)));
}

function levelNow({ level, at }: Pace): number {
  return level * Math.exp((at - performance.now()) / fadingMilliseconds);
}
