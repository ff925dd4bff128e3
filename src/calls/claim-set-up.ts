import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { driverCollection, isDuplicateKey } from '../store/index.ts';
import type { NumberPlan } from './number-plan.ts';
import { type NumberSetUpDocument, numberSetUpModel } from './number-set-up.ts';

/** How long asking a carrier can take at most: then another process may do it. */
const claimMilliseconds = 120_000;

/**
 * Takes the set-up of a number while its carrier is asked; null when nothing is to be done, or somebody else does it.
 * Not the claim of `jobs`: a set-up may be due because its number has changed, and the same write takes it and forgets
 * what was known of the other number.
 */
export async function claimSetUp(
  world: World,
  { id, organizationId, fingerprint }: NumberPlan,
  hasBeenSaved: boolean,
): Promise<NumberSetUpDocument | null> {
  const setUps = setUpsOf(world);
  const now = world.clock.now();
  const isDue = {
    $or: [
      { fingerprint: { $ne: fingerprint } },
      { nextAt: { $lte: now } },
      ...(hasBeenSaved ? [{ state: 'changed' as const }] : []),
    ],
  };
  const present = await setUps.findOne({ _id: id });
  const attempts = present?.fingerprint === fingerprint ? present.attempts : 0;
  const taken = {
    organizationId,
    fingerprint,
    attempts,
    nextAt: new Date(now.getTime() + claimMilliseconds),
    ...(present?.fingerprint === fingerprint ? {} : { ...unknownYet }),
  };
  try {
    return await setUps.findOneAndUpdate(
      { _id: id, ...isDue },
      { $set: taken },
      { upsert: true, returnDocument: 'after' },
    );
  } catch (error) {
    // It is there, and not due.
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

const unknownYet = {
  state: 'waiting',
  text: say('numberWaiting'),
  phoneNumber: null,
  phoneNumberId: null,
  askedAt: null,
} as const satisfies Partial<NumberSetUpDocument>;

export function setUpsOf({ store }: Pick<World, 'store'>) {
  return driverCollection(numberSetUpModel(store));
}
