import type { Catalogue } from '../catalogue/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { type Ctx, notFound } from '../kernel/index.ts';
import { findInLog, getResource, type LogQuery, listLog, type Page } from '../resources/index.ts';
import { type MonitorResult, monitorResults, monitorStateModel } from './model.ts';

export interface Heartbeat {
  lastReceivedAt: Date | null;
  nextExpectedAt: Date | null;
  /** It did not come in time, grace period included, or said that it failed. */
  isOverdue: boolean;
}

/** Throws 404 for integrations that wait for no heartbeat. */
export async function getHeartbeat(
  ctx: Ctx,
  catalogue: Catalogue,
  integrationId: string,
): Promise<Heartbeat> {
  const integration = await getResource(ctx, integrationKind, integrationId);
  if (catalogue.find(integration.wire.type)?.source !== 'heartbeat')
    throw notFound('heartbeat of integration', integration.id);
  const stored = await monitorStateModel(ctx.store)
    .findOne({ _id: integration.id, organizationId: ctx.organizationId })
    .lean();
  const { lastReceivedAt = null, nextExpectedAt = null, level = 'Up' } = stored ?? {};
  const isOverdue = level !== 'Up';
  return { lastReceivedAt, nextExpectedAt, isOverdue };
}

/** One check of a monitor. Throws 404 for integrations and results out of sight. */
export async function getMonitorResult(
  ctx: Ctx,
  integrationId: string,
  resultId: string,
): Promise<MonitorResult> {
  await getResource(ctx, integrationKind, integrationId);
  const result = await findInLog(ctx, monitorResults, resultId, { ownerId: integrationId });
  if (!result) throw notFound('result', resultId);
  return result;
}

/** Checks of a monitor, latest first. Throws 404 for an integration out of sight. */
export async function listMonitorResults(
  ctx: Ctx,
  integrationId: string,
  { from, until, status }: { from?: Date; until?: Date; status?: string },
  query: LogQuery,
): Promise<Page<MonitorResult>> {
  await getResource(ctx, integrationKind, integrationId);
  const bounds = { ...(from ? { $gte: from } : {}), ...(until ? { $lt: until } : {}) };
  const filter = {
    ownerId: integrationId,
    ...(status === undefined ? {} : { status }),
    ...(from || until ? { createdAt: bounds } : {}),
  };
  return listLog(ctx, monitorResults, filter, query);
}
