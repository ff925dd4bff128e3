import type { PipelineStage } from 'mongoose';
import { type IncidentDocument, incidentsOf, recentEvents } from '../incidents/index.ts';
import type { Ctx, World } from '../kernel/index.ts';
import { allOf, type Query } from './list-filter.ts';
import type { ListPart } from './list-order.ts';
import type { indexFor } from './list-plan.ts';

export const latestEventsOnly = { $addFields: { events: { $slice: ['$events', -recentEvents] } } };

/** No list takes longer; an index answers in a fraction. */
export const patience = { maxTimeMS: 5000 };

export interface Window {
  skip: number;
  limit: number;
  /** The index to read. */
  hint?: Awaited<ReturnType<typeof indexFor>>;
}

/** One part after the other until the page is full. */
export async function readParts(
  ctx: Ctx,
  parts: readonly ListPart[],
  conditions: readonly Query[],
  window: Window,
): Promise<IncidentDocument[]> {
  const found: IncidentDocument[] = [];
  let { skip } = window;
  for (const { where, sort } of parts) {
    const filter = allOf([...conditions, where]);
    const stages = [
      { $match: filter },
      { $sort: sort },
      { $skip: skip },
      { $limit: window.limit - found.length },
      latestEventsOnly,
    ];
    const more = await aggregate(ctx, stages, window);
    found.push(...more);
    if (found.length >= window.limit) break;
    if (more.length > 0) skip = 0;
    else if (skip > 0)
      skip -= await incidentsOf(ctx).countDocuments(filter, { limit: skip, ...patience });
  }
  return found;
}

function hinted({ hint }: Pick<Window, 'hint'>) {
  return hint === undefined ? {} : { hint };
}

export function aggregate(
  world: World,
  stages: PipelineStage[],
  options: Pick<Window, 'hint'> = {},
): Promise<IncidentDocument[]> {
  const used = stages.filter((stage) => !('$skip' in stage && stage.$skip === 0));
  return incidentsOf(world)
    .aggregate<IncidentDocument>(used, { ...patience, ...hinted(options) })
    .toArray();
}
