import { setTimeout as pause } from 'node:timers/promises';
import { inTurn, type World } from '../kernel/index.ts';

/** Alerts that this process has written lately; `level` is about how many in a second. */
interface Pace {
  level: number;
  at: number;
}

const noAlerts = (): Pace => ({ level: 0, at: performance.now() });

const fadingMilliseconds = 1000;
/** So many alerts in a second are a rush. */
const rushPerSecond = 200;
const pauseMilliseconds = 20;
/** In a rush others have the database so much longer than a page of upkeep had it: with 1,000 alerts in a second it still keeps up. */
const wayFactor = 3;
const wayMillisecondsMax = 500;
const restMillisecondsMax = 50;

export function noteAlerts(world: World, count: number): void {
  Object.assign(world.memory.of(noAlerts), {
    level: levelOf(world) + count,
    at: performance.now(),
  });
}

/** Upkeep that may be late stops here between two pages, of which the last took so long: alerts that come in go first. */
export async function makeWay(world: World, milliseconds: number): Promise<void> {
  await pause(
    pauseMilliseconds + rushOf(world) * Math.min(milliseconds * wayFactor, wayMillisecondsMax),
  );
}

/** A step of a long read that somebody waits for ends here: in a rush it rests as long as it took. */
async function restAfter(world: World, milliseconds: number): Promise<void> {
  const rest = Math.round(rushOf(world) * Math.min(milliseconds, restMillisecondsMax));
  if (rest > 0) await pause(rest);
}

/** One step after the other, whoever reads, and a rest after each while many alerts come in. */
export function readInTurn<Result>(world: World, step: () => Promise<Result>): Promise<Result> {
  return inTurn(async () => {
    const begun = performance.now();
    const result = await step();
    await restAfter(world, performance.now() - begun);
    return result;
  });
}

/** From 0 to 1. */
function rushOf(world: World): number {
  return Math.min(1, levelOf(world) / rushPerSecond);
}

function levelOf({ memory }: World): number {
  const { level, at } = memory.of(noAlerts);
  return level * Math.exp((at - performance.now()) / fadingMilliseconds);
}
