import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';

/**
 * The time in which the payloads of an integration cannot be read whose administrators are told of it: once, until
 * payloads are read again.
 */
export interface UnreadableEpisode {
  /** The integration. */
  _id: string;
  organizationId: string;
  since: Date;
  /** The payload that is told of, and why it could not be read. */
  payloadId: string;
  reason: Sentence;
  /** The latest that could not be read. */
  lastPayloadId: string;
  /** `nobody`: all messages failed, or there was nobody to send one to. */
  state: 'telling' | 'told' | 'nobody';
  /** Which of those who are told one after the other: 0 are the first. */
  group: number;
  /** The messages to them. */
  deliveryIds: string[];
  /** People to whom a message went out. */
  toldUserIds: string[];
  /** When it was given up; null unless `nobody`. */
  givenUpAt: Date | null;
}

const schema = schemaOf<UnreadableEpisode>({
  _id: String,
  organizationId: String,
  since: Date,
  payloadId: String,
  reason: Schema.Types.Mixed,
  lastPayloadId: String,
  state: String,
  group: Number,
  deliveryIds: [String],
  toldUserIds: [String],
  givenUpAt: Date,
});
// For coverage of an organization, and to delete them with it.
schema.index({ organizationId: 1 });

export const unreadableEpisodeModel = defineModel<UnreadableEpisode>('unreadable_episodes', schema);

export function unreadableEpisodesOf(world: Pick<World, 'store'>): Collection<UnreadableEpisode> {
  return driverCollection(unreadableEpisodeModel(world.store));
}

/** Episodes of an organization that are not over. */
export function openUnreadableEpisodes(
  world: Pick<World, 'store'>,
  organizationId: string,
): Promise<UnreadableEpisode[]> {
  return unreadableEpisodesOf(world).find({ organizationId }).toArray();
}
