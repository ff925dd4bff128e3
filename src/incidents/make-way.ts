import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../kernel/index.ts';

/** Alerts that this process has written lately; `level` is about how many in a second. */
interface Pace {
  level: number;
  at: number;
}

const paces = new WeakMap<Store, Pace>();

const fadingMilliseconds = 1000;
/** So many alerts in a second are a rush. */
const rushPerSecond = 200;
const pauseMilliseconds = 20;
/** In a rush others have the database so much longer than a page of upkeep had it: with 1,000 alerts in a second it still keeps up. */
const wayFactor = 3;
const wayMillisecondsMax = 500;

export function noteAlerts(store: Store, count: number): void {
  paces.set(store, { level: levelOf(store) + count, at: performance.now() });
}

/** Upkeep that may be late stops here between two pages, of which the last took so long: alerts that come in go first. */
export async function makeWay(store: Store, milliseconds: number): Promise<void> {
  const rush = Math.min(1, levelOf(store) / rushPerSecond);
  await pause(pauseMilliseconds + rush * Math.min(milliseconds * wayFactor, wayMillisecondsMax));
}

function levelOf(store: Store): number {
  const pace = paces.get(store);
  return pace ? pace.level * Math.exp((pace.at - performance.now()) / fadingMilliseconds) : 0;
}
