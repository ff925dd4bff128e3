import { ObjectId } from 'bson';
import { integrationKind } from '../integrations/index.ts';
import type { Ctx, World } from '../kernel/index.ts';
import { demandTeamEdit, getResource } from '../resources/index.ts';
import type { PayloadDocument } from './model.ts';
import { payloadsOf } from './payload-writes.ts';

/** That a payload came in, without what is in it. */
export type PayloadArrival = Pick<PayloadDocument, '_id' | 'teamId' | 'outcome' | 'incidentId'>;

/**
 * The latest payloads of an integration that are not older than `since`, the newest first. Their ids carry the time of
 * the machine, in seconds.
 */
export function payloadsSince(
  world: World,
  integrationId: string,
  since: Date,
  limit: number,
): Promise<PayloadArrival[]> {
  const first = ObjectId.createFromTime(Math.floor(since.getTime() / 1000));
  return payloadsOf(world)
    .find({ integrationId, _id: { $gte: first } })
    .project<PayloadArrival>({ teamId: 1, outcome: 1, incidentId: 1 })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray();
}

/**
 * Throws 404 for an integration out of sight, 403 for one whose team the actor may not edit: payloads may hold secrets.
 */
export async function demandPayloadReader(ctx: Ctx, integrationId: string): Promise<void> {
  const integration = await getResource(ctx, integrationKind, integrationId);
  demandTeamEdit(ctx, integration.teamId);
}
