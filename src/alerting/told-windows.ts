import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import type { ToolNotice } from '../notifications/index.ts';
import { defineModel, driverCollection, schemaOf, writeVersion } from '../store/index.ts';
import type { WindowTime } from './window-news.ts';

/** The name of a window and who is told of it: kept for when the window is gone. */
export interface WindowFacts {
  kind: 'IntegrationMaintenance' | 'TeamMaintenance' | 'ServiceMaintenance' | 'Silence';
  /** The id of the object that has the window. */
  id: string;
  name: string;
  description: string | null;
  effect: 'opensNothing' | 'mutes' | null;
  teamId: string | null;
  timeZoneId: string;
  outboundIntegrationIds: string[];
}

/**
 * That tools were told of the begin of a window, and what is still to be sent: one write says both, so that a crash
 * loses nothing and repeats nothing. Goes when the end was told.
 */
export interface ToldWindow {
  _id: string;
  organizationId: string;
  facts: WindowFacts;
  /** The time that has begun; null once its end is told. */
  told: WindowTime | null;
  messages: ToolNotice[];
  version: number;
}

const schema = schemaOf<ToldWindow>({
  _id: String,
  organizationId: String,
  facts: Schema.Types.Mixed,
  told: Schema.Types.Mixed,
  messages: [Schema.Types.Mixed],
  version: Number,
});
// To delete them with their organization, and to find all of them.
schema.index({ organizationId: 1 });

export const toldWindowModel = defineModel<ToldWindow>('told_windows', schema);

export function toldWindowsIn({ store }: Pick<World, 'store'>): Collection<ToldWindow> {
  return driverCollection(toldWindowModel(store));
}

/** Stores what is told from now on; false where it has changed since it was read: whoever was faster tells it. */
export function noteWindow(
  world: World,
  next: ToldWindow,
  former: ToldWindow | undefined,
): Promise<boolean> {
  return writeVersion(toldWindowsIn(world), next, former);
}

/** Notes that the messages of this version are where they are sent from; what is over is forgotten. */
export async function noteWindowSent(
  world: World,
  { _id, version, told }: ToldWindow,
): Promise<void> {
  if (told === null) await toldWindowsIn(world).deleteOne({ _id, version });
  else await toldWindowsIn(world).updateOne({ _id, version }, { $set: { messages: [] } });
}
