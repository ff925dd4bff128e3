import { incidentModel } from '../incidents/index.ts';
import { payloadModel } from '../ingest/index.ts';
import type { Ctx } from '../kernel/index.ts';

/** When anything came in, or happened to an incident, for the last time; null: nothing ever did. */
export async function lastHappenedAt({ store, organizationId }: Ctx): Promise<Date | null> {
  const [payload, incident] = await Promise.all([
    payloadModel(store)
      .findOne({ organizationId }, { createdAt: 1 })
      .sort({ _id: -1 })
      .lean<{ createdAt: Date }>(),
    incidentModel(store)
      .findOne({ organizationId }, { lastUpdatedAt: 1 })
      .sort({ organizationId: -1, lastUpdatedAt: -1 })
      .lean<{ lastUpdatedAt: Date }>(),
  ]);
  const times = [payload?.createdAt, incident?.lastUpdatedAt].flatMap((at) => at?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}
