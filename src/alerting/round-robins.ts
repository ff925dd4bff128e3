import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';

/** How many incidents a round robin has shared out; the id is `team:tier:schedule`. */
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

/** Takes the next turn: the same number is given to nobody else, in any process. */
export async function takeTurnOf(
  world: World,
  organizationId: string,
  key: string,
): Promise<number> {
  const taken = await roundRobinModel(world.store).findOneAndUpdate(
    { _id: key },
    { $inc: { turns: 1 }, $setOnInsert: { organizationId } },
    { upsert: true, returnDocument: 'after' },
  );
  return (taken?.turns ?? 1) - 1;
}
