import { Schema } from 'mongoose';
import { type Ctx, notFound } from '../kernel/index.ts';
import {
  defineLog,
  findInLog,
  getResource,
  type LogDocument,
  type LogQuery,
  listLog,
  type Page,
} from '../resources/index.ts';
import { defineModel } from '../store/index.ts';
import type { Catalogue } from './catalogue/index.ts';
import { integrationKind } from './model.ts';

export const monitoringStatuses = ['Up', 'Degraded', 'Down'] as const;
export type MonitoringStatus = (typeof monitoringStatuses)[number];

/** One check of a monitored address; `ownerId` is the integration. */
export interface MonitoringResult extends LogDocument {
  status: MonitoringStatus;
  statusReason: string | null;
  totalElapsedInMs: number;
}

export const monitoringLog = defineLog<MonitoringResult>(
  'http_monitoring_results',
  { status: String, statusReason: String, totalElapsedInMs: Number },
  'checks',
);

/** When a heartbeat was heard last, under the id of its integration. */
export interface HeartbeatDocument {
  _id: string;
  organizationId: string;
  lastReceivedAt: Date | null;
  nextExpectedAt: Date | null;
}

export const heartbeatModel = defineModel<HeartbeatDocument>(
  'heartbeats',
  new Schema<HeartbeatDocument>({
    _id: String,
    organizationId: String,
    lastReceivedAt: Date,
    nextExpectedAt: Date,
  }),
);

export interface Heartbeat {
  lastReceivedAt: Date | null;
  nextExpectedAt: Date | null;
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
  const stored = await heartbeatModel(ctx.store)
    .findOne({ _id: integration.id, organizationId: ctx.organizationId })
    .lean();
  const { lastReceivedAt = null, nextExpectedAt = null } = stored ?? {};
  return {
    lastReceivedAt,
    nextExpectedAt,
    isOverdue: nextExpectedAt !== null && nextExpectedAt < ctx.clock.now(),
  };
}

/** One check of a monitored address. Throws 404 for integrations and results out of sight. */
export async function getMonitoringResult(
  ctx: Ctx,
  integrationId: string,
  resultId: string,
): Promise<MonitoringResult> {
  await getResource(ctx, integrationKind, integrationId);
  const result = await findInLog(ctx, monitoringLog, resultId, { ownerId: integrationId });
  if (!result) throw notFound('result', resultId);
  return result;
}

/** Checks of a monitored address, latest first. Throws 404 for an integration out of sight. */
export async function listMonitoringResults(
  ctx: Ctx,
  integrationId: string,
  { from, until, status }: { from?: Date; until?: Date; status?: string },
  query: LogQuery,
): Promise<Page<MonitoringResult>> {
  await getResource(ctx, integrationKind, integrationId);
  const bounds = { ...(from ? { $gte: from } : {}), ...(until ? { $lt: until } : {}) };
  const filter = {
    ownerId: integrationId,
    ...(status === undefined ? {} : { status }),
    ...(from || until ? { createdAt: bounds } : {}),
  };
  return listLog(ctx, monitoringLog, filter, query);
}
