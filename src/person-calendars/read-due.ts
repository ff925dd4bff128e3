import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../kernel/index.ts';
import { Places } from '../pace/index.ts';
import { driverCollection } from '../store/index.ts';
import { type CalendarReading, calendarReadingModel } from './model.ts';

/** Read at once, of one organization two thirds, of one host of it half: what hangs keeps no other waiting. */
const atOnceMax = 12;
/** How soon is seen what becomes due while something is read. */
const lookMilliseconds = 500;
/** The pause after a failure by a fault of ours. */
const faultMilliseconds = 15 * 60_000;

/**
 * Reads what is due until nothing is. No due loop: an address may take many seconds, and one that hangs must not hold
 * up those that are due meanwhile.
 */
export function createReadDue(
  world: World,
  read: (reading: CalendarReading) => Promise<void>,
): (stopping: AbortSignal) => Promise<void> {
  const places = new Places(world.clock, atOnceMax);
  const underWay = new Map<string, Promise<void>>();

  function findDue(): Promise<CalendarReading[]> {
    if (places.free === 0) return Promise.resolve([]);
    const hosts = places.fullTargets();
    return driverCollection(calendarReadingModel(world.store))
      .find({
        nextAt: { $lte: world.clock.now() },
        _id: { $nin: [...underWay.keys()] },
        organizationId: { $nin: places.full() },
        ...(hosts.length > 0 && {
          $nor: hosts.map(({ organizationId, target }) => ({ organizationId, host: target })),
        }),
      })
      .sort({ nextAt: 1 })
      .limit(atOnceMax)
      .toArray();
  }

  function begin(reading: CalendarReading): void {
    const leave = places.take(claimantOf(reading));
    const work = read(reading)
      .catch(async (error: unknown) => {
        world.log.error({ err: error, calendarId: reading._id }, 'a calendar could not be read');
        const nextAt = new Date(world.clock.now().getTime() + faultMilliseconds);
        const { _id, version } = reading;
        const readings = driverCollection(calendarReadingModel(world.store));
        await readings.updateOne({ _id, version }, { $set: { nextAt } });
      })
      .finally(() => {
        leave();
        underWay.delete(reading._id);
      });
    // Seen where it is waited for.
    work.catch(() => undefined);
    underWay.set(reading._id, work);
  }

  return async (stopping) => {
    while (!stopping.aborted) {
      let waiting = (await findDue()).map((reading) => ({
        reading,
        rank: 0,
        ...claimantOf(reading),
      }));
      for (let next = places.next(waiting); next; next = places.next(waiting)) {
        const { reading } = next;
        waiting = waiting.filter((one) => one.reading !== reading);
        begin(reading);
      }
      if (underWay.size === 0) return;
      const ended = new AbortController();
      const signal = AbortSignal.any([ended.signal, stopping]);
      const timer = pause(lookMilliseconds, undefined, { signal }).catch(() => undefined);
      await Promise.race([timer, ...underWay.values()]).finally(() => ended.abort());
    }
    await Promise.all(underWay.values());
  };
}

/** A host is known once it was asked. */
function claimantOf({ organizationId, host }: CalendarReading) {
  return { organizationId, target: host ?? null };
}
