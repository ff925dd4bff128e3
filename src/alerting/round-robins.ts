import { Schema } from 'mongoose';
import { type IncidentDocument, keepTurn } from '../incidents/index.ts';
import { removeInSteps } from '../jobs/index.ts';
import type { World } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';

/** How many incidents a round robin has shared out; the id is `team:tier:schedule`, or `policy:step:share`. */
export interface RoundRobinDocument {
  _id: string;
  organizationId: string;
  turns: number;
}

export const roundRobinModel = defineModel<RoundRobinDocument>(
  'round_robins',
  new Schema<RoundRobinDocument>({ _id: String, organizationId: String, turns: Number }).index({
    organizationId: 1,
  }),
);

/**
 * The turn that the incident takes: no other one gets the same number, in any process, and it gets the same one again.
 */
export async function takeTurnOf(
  world: World,
  { _id, organizationId }: Pick<IncidentDocument, '_id' | 'organizationId'>,
  key: string,
): Promise<number> {
  const taken = await roundRobinModel(world.store).findOneAndUpdate(
    { _id: key },
    { $inc: { turns: 1 }, $setOnInsert: { organizationId } },
    { upsert: true, returnDocument: 'after' },
  );
  return keepTurn(world, _id, key, (taken?.turns ?? 1) - 1);
}

/** The turn that the next incident takes, which stays free. */
export async function nextTurnOf(world: World, key: string): Promise<number> {
  const known = await roundRobinModel(world.store).findOne({ _id: key }).lean();
  return known?.turns ?? 0;
}

/** How many incidents each round robin of the organization has shared out by now. */
export async function turnsOf(
  world: Pick<World, 'store'>,
  organizationId: string,
): Promise<Map<string, number>> {
  const all = await roundRobinModel(world.store).find({ organizationId }).lean();
  return new Map(all.map(({ _id, turns }) => [_id, turns]));
}

/** The round robins of a deleted team or policy. */
export async function forgetTurnsOf(
  world: World,
  id: string,
  stopping: AbortSignal,
): Promise<void> {
  const ofIt = { $gte: `${id}:`, $lt: `${id};` };
  await removeInSteps(world, roundRobinModel, { _id: ofIt }, { stopping });
}
