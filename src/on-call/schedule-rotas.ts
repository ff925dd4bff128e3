import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import type { Rota } from '../rota/index.ts';
import { type Planned, rotaOfFacts, scheduleFacts } from './schedule-facts.ts';
import { scheduleKind } from './schedule-kind.ts';

/**
 * The rotas of these schedules of an organization, by their ids; schedules that are gone are left out, and so is
 * everything that ended before `from`. Every caller sees them all, as everybody in the organization does.
 */
export async function scheduleRotas(
  world: World,
  organizationId: string,
  ids: readonly string[],
  from: Date,
): Promise<Map<string, Rota>> {
  const ctx = systemContext(world, organizationId);
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const { items } = await listResources(ctx, scheduleKind, { _id: { $in: wanted } });
  return rotasOf(ctx, items, from);
}

/** The same of schedules that are there, or that could be. */
export async function rotasOf(
  ctx: Ctx,
  schedules: readonly Planned[],
  from: Date,
): Promise<Map<string, Rota>> {
  const facts = await scheduleFacts(ctx, schedules, from);
  return new Map(facts.map((one) => [one.schedule.id, rotaOfFacts(one)]));
}
