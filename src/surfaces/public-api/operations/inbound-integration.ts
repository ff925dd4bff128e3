import type { components } from '../../../contract/index.ts';
import { webhookPrefix } from '../../../ingest/index.ts';
import {
  duplicateIntegration,
  getHeartbeat,
  type IntegrationSettings,
  type IntegrationWire,
  integrationKind,
  type MonitoringResult,
  monitoringLog,
  receivesRequests,
} from '../../../integrations/index.ts';
import { AppError, invalidField, notFound } from '../../../kernel/index.ts';
import { findInLog, getResource, listLog } from '../../../resources/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';
import { logQueryOf } from '../log-operations.ts';
import { resourceOperations, viewOf } from '../resource-operations.ts';
import { callRoutingOptions } from '../voice-locales.ts';

type DuplicateInput = components['schemas']['InboundIntegrationDuplicateInput'];

const integrations = {
  kind: integrationKind,
  name: 'InboundIntegration' as const,
  list: 'InboundIntegrations' as const,
  items: 'inboundIntegrations',
  filters: {
    Type: (type: string) => ({ 'lookup.type': type.toLowerCase() }),
    TeamId: (id: string) => ({ teamId: id.toLowerCase() }),
  },
  async check(caller: ApiCaller, given: Partial<IntegrationWire>, id?: string) {
    const { type, teamId, signatureVerification } = given;
    if (typeof type === 'string' && !caller.parts.catalogue.find(type))
      throw invalidField('type', `${type} is not a type; see /inbound-integration/types.`);
    if (id === undefined) demandCallRights(caller, type, teamId);
    if (signatureVerification?.enabled)
      demandVerifiable(
        caller,
        type ?? (id ? (await getResource(caller, integrationKind, id)).wire.type : ''),
        signatureVerification.secret ?? null,
      );
  },
  computed:
    (caller: ApiCaller) =>
    (integration: {
      id: string;
      wire: { type: string; integrationSettings: IntegrationSettings | null };
    }) => {
      const { id, wire } = integration;
      const type = caller.parts.catalogue.find(wire.type);
      const base = caller.parts.publicUrl();
      const email = wire.integrationSettings?.email;
      return {
        webhookUrl: type && receivesRequests(type) ? `${base}${webhookPrefix}${id}` : null,
        ...(email
          ? {
              integrationSettings: {
                ...wire.integrationSettings,
                email: { ...email, emailAddress: `${id}@${new URL(base).hostname}` },
              },
            }
          : {}),
      };
    },
};

/** Spec 2.3: numbers are made by organization Administrators and Owners; who may edit them is the team's matter. */
function demandCallRights(
  caller: ApiCaller,
  type: string | null | undefined,
  teamId: string | null | undefined,
): void {
  const isPhone = type !== null && type !== undefined && /^(twilio|bird)$/i.test(type);
  if (isPhone && teamId && caller.key?.kind === 'personal' && caller.teams.edit !== 'all')
    throw new AppError(
      'forbidden',
      'Call routing numbers are made by organization Administrators and Owners.',
    );
}

/** Switched on without a scheme or without its secret, every request would be refused. */
function demandVerifiable(caller: ApiCaller, typeId: string, secret: string | null): void {
  const type = caller.parts.catalogue.find(typeId);
  if (!type?.verification)
    throw invalidField(
      'signatureVerification.enabled',
      `${typeId} signs nothing that could be verified; use webhookAuthentication.`,
    );
  // Amazon signs with certificates of its own.
  if (type.verification !== 'sns' && !secret)
    throw invalidField(
      'signatureVerification.secret',
      'give the secret that the sender signs with',
    );
}

const view = viewOf(integrations);

export const inboundIntegrationOperations = {
  ...resourceOperations(integrations),

  duplicateInboundIntegration: async (caller, { params, body }) => {
    const changes = (body ?? {}) as DuplicateInput;
    return ok(await view(caller, await duplicateIntegration(caller, params.id ?? '', changes)));
  },

  getHeartbeatResult: async (caller, { params }) => {
    const integration = await getResource(caller, integrationKind, params.id ?? '');
    const heartbeat = await getHeartbeat(caller, integration);
    return ok({
      integrationId: integration.id,
      lastHeartbeatReceivedAt: heartbeat.lastReceivedAt?.toISOString() ?? null,
      nextHeartbeatExpectedAt: heartbeat.nextExpectedAt?.toISOString() ?? null,
      isHeartbeatOverdue: heartbeat.isOverdue,
    });
  },

  getHttpMonitoringResult: async (caller, { params }) => {
    const { id = '', resultId = '' } = params;
    await getResource(caller, integrationKind, id);
    const result = await findInLog(caller, monitoringLog, { _id: resultId, ownerId: id });
    if (!result) throw notFound('result', resultId);
    return ok(resultView(result));
  },

  listHttpMonitoringResults: async (caller, { params, query }) => {
    const { id = '' } = params;
    await getResource(caller, integrationKind, id);
    const { From, Until, Status } = query;
    const bounds = {
      ...(typeof From === 'string' ? { $gte: new Date(From) } : {}),
      ...(typeof Until === 'string' ? { $lt: new Date(Until) } : {}),
    };
    const filter = {
      ownerId: id,
      ...(typeof Status === 'string' ? { status: Status } : {}),
      ...(Object.keys(bounds).length > 0 ? { createdAt: bounds } : {}),
    };
    const page = await listLog(caller, monitoringLog, filter, logQueryOf(query));
    return ok({ httpMonitoringResults: page.items.map(resultView), hasMore: page.hasMore });
  },

  getCallRoutingOptions: async (caller, { params }) => {
    const integration = await getResource(caller, integrationKind, params.id ?? '');
    const options = callRoutingOptions(integration.wire.type);
    if (!options) throw notFound('call routing of integration', integration.id);
    return ok(options);
  },
} satisfies Handlers;

function resultView(result: MonitoringResult) {
  return {
    id: result._id,
    integrationId: result.ownerId,
    timestamp: result.createdAt.toISOString(),
    status: result.status,
    statusReason: result.statusReason,
    totalElapsedInMs: result.totalElapsedInMs,
  };
}
