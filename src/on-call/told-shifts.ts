import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf, writeVersion } from '../store/index.ts';
import type { GoneShift, ShiftAhead, ToldShift } from './shift-notices.ts';

/** The message that is to be sent to somebody. */
export interface ShiftMessage {
  at: number;
  comes: ShiftAhead[];
  gone: GoneShift[];
}

/**
 * The shifts at a place that a person was told of before they begin, and the message that is still to be sent: one
 * write says both, so that a crash loses no message and repeats none. Goes when the last of these shifts begins.
 */
export interface ToldShifts {
  /** Place and person. */
  _id: string;
  organizationId: string;
  /** The schedule, or a team with tiers. */
  placeId: string;
  teamId: string | null;
  /** As people know it, should it be gone. */
  place: string;
  timeZoneId: string;
  userId: string;
  told: ToldShift[];
  message: ShiftMessage | null;
  version: number;
  until: Date;
}

const schema = schemaOf<ToldShifts>({
  _id: String,
  organizationId: String,
  placeId: String,
  teamId: String,
  place: String,
  timeZoneId: String,
  userId: String,
  told: [Schema.Types.Mixed],
  message: Schema.Types.Mixed,
  version: Number,
  until: Date,
});
// Finds what was told at the places of an organization.
schema.index({ organizationId: 1, placeId: 1 });
// Finds what is to be sent.
schema.index({ 'message.at': 1 }, { sparse: true });
// To delete them with their user.
schema.index({ userId: 1 });
// To find those that are over.
schema.index({ until: 1 });

export const toldShiftsModel = defineModel<ToldShifts>('told_shifts', schema);

export function toldShiftsIn({ store }: Pick<World, 'store'>): Collection<ToldShifts> {
  return driverCollection(toldShiftsModel(store));
}

/**
 * Stores what somebody is told from now on, unless that has changed since it was read; false then: whoever was
 * faster tells it.
 */
export function noteTold(
  world: World,
  next: ToldShifts,
  former: ToldShifts | undefined,
): Promise<boolean> {
  return writeVersion(toldShiftsIn(world), next, former);
}

/** Notes that the message of this version is where it is sent from. */
export async function noteSent(world: World, { _id, version }: ToldShifts): Promise<void> {
  await toldShiftsIn(world).updateOne({ _id, version }, { $set: { message: null } });
}

/** Forgets what has begun. */
export async function forgetBegun(world: World): Promise<void> {
  await toldShiftsIn(world).deleteMany({ until: { $lte: world.clock.now() }, message: null });
}
