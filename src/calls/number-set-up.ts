import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { defineModel, schemaOf } from '../store/index.ts';

/** Whether a carrier sends the calls of a number here; `_id` is the integration. */
export interface NumberSetUpDocument {
  _id: string;
  organizationId: string;
  /** Fingerprint of everything that the carrier was told. While it is the same, the carrier is not asked again. */
  fingerprint: string;
  /** `changed`: it was set, and somebody at the carrier has sent the calls elsewhere since. */
  state: 'set' | 'changed' | 'refused' | 'waiting' | 'by-hand';
  /** For a person: why, or what to do. */
  text: Sentence;
  /** As the carrier knows it. */
  phoneNumber: string | null;
  /** Id at the carrier of the number that was set up. */
  phoneNumberId: string | null;
  /** When the carrier was asked last; null: never. */
  askedAt: Date | null;
  /** Without success, one after the other. */
  attempts: number;
  /** When it is tried again; while a process asks, when that counts as failed. Null: not by itself. */
  nextAt: Date | null;
}

const schema = schemaOf<NumberSetUpDocument>({
  _id: String,
  organizationId: String,
  fingerprint: String,
  state: String,
  text: Schema.Types.Mixed,
  phoneNumber: String,
  phoneNumberId: String,
  askedAt: Date,
  attempts: Number,
  nextAt: Date,
});
// For the removal of an organization, and for due work.
schema.index({ organizationId: 1 });
schema.index({ nextAt: 1 });

export const numberSetUpModel = defineModel<NumberSetUpDocument>('number_set_ups', schema);

/** By integration; those that nobody looked at yet are not in it. */
export async function findNumberSetUps(
  { store }: Pick<World, 'store'>,
  integrationIds: readonly string[],
): Promise<ReadonlyMap<string, NumberSetUpDocument>> {
  if (integrationIds.length === 0) return new Map();
  const found = await numberSetUpModel(store)
    .find({ _id: { $in: integrationIds } })
    .lean<NumberSetUpDocument[]>();
  return new Map(found.map((one) => [one._id, one]));
}
