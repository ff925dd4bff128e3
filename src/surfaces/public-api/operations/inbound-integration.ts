import { findNumberSetUps, type NumberSetUpDocument, numberViewOf } from '../../../calls/index.ts';
import { type IntegrationType, webhookPrefix } from '../../../catalogue/index.ts';
import { findPayloadHealth, type PayloadHealth } from '../../../ingest/index.ts';
import {
  createIntegration,
  duplicateIntegration,
  findRefusedRequests,
  type IngestTokens,
  type IntakeView,
  type Integration,
  type IntegrationWire,
  ingestTokenFor,
  integrationKind,
  maintenanceAt,
  objectKeyOf,
  type RefusedRequests,
  receivesRequests,
  replaceIntegration,
  rotateIngestToken,
  type SetupNames,
  type SetupServer,
  setupOf,
  snoozeUntil,
  uploadPrompt,
  warningOf,
} from '../../../integrations/index.ts';
import { invalidField, notFound } from '../../../kernel/index.ts';
import type { MediaFile } from '../../../media/index.ts';
import {
  getHeartbeat,
  getMonitorResult,
  listMonitorResults,
  type MonitorResult,
} from '../../../monitors/index.ts';
import {
  type CreateOptions,
  filterOf,
  getResource,
  listResources,
  type ReplaceOptions,
} from '../../../resources/index.ts';
import { answered, inEnglish, say, translatedWords } from '../../../sentences/index.ts';
import type { ApiCaller } from '../caller.ts';
import { demandOwnAliases } from '../domain-claims.ts';
import { type Handlers, ok } from '../handlers.ts';
import { logQueryOf } from '../log-operations.ts';
import { pageOf, resourceOperations, viewOf } from '../resource-operations.ts';
import { translatedOrNone, typeName } from '../type-name.ts';
import { callRoutingOptions } from '../voice-locales.ts';

const integrations = {
  kind: integrationKind,
  name: 'InboundIntegration' as const,
  list: 'InboundIntegrations' as const,
  items: 'inboundIntegrations' as const,
  create: async (caller: ApiCaller, given: Partial<IntegrationWire>, options: CreateOptions) => {
    await demandOwnAliases(caller, aliasesOf(given), []);
    return connected(
      caller,
      await createIntegration(caller, caller.dependencies.catalogue, given, options),
    );
  },
  replace: async (
    caller: ApiCaller,
    id: string,
    given: Partial<IntegrationWire>,
    options: ReplaceOptions,
  ) => {
    const wanted = aliasesOf(given);
    if (wanted.length > 0) {
      const { wire } = await getResource(caller, integrationKind, id);
      await demandOwnAliases(caller, wanted, aliasesOf(wire));
    }
    return connected(
      caller,
      await replaceIntegration(caller, caller.dependencies.catalogue, id, given, options),
    );
  },
  async derivedMembers(caller: ApiCaller, found: readonly Integration[]) {
    const ids = found.map(({ id }) => id);
    const numbers = found.filter((one) => callRoutingOf(caller, one)).map(({ id }) => id);
    const [refused, setUps] = await Promise.all([
      findRefusedRequests(caller, ids),
      findNumberSetUps(caller, numbers),
    ]);
    const { mail } = caller.dependencies;
    const base = caller.dependencies.publicUrl();
    return (integration: Integration) => {
      const { id, wire } = integration;
      const ingestToken = ingestTokenFor(caller, integration);
      const type = caller.dependencies.catalogue.find(wire.type);
      const email = wire.integrationSettings?.email;
      return {
        webhookUrl: type && receivesRequests(type) ? `${base}${webhookPrefix}${ingestToken}` : null,
        ...answered(
          'warning',
          type
            ? (warningOf(type, { receivesMail: mail.isReceiving }, wire) ??
                caller.dependencies.numbers.warningOf(type, wire))
            : null,
        ),
        refusedRequests: refusedView(refused.get(id)),
        ...(email
          ? {
              integrationSettings: {
                ...wire.integrationSettings,
                email: { ...email, emailAddress: `${ingestToken}@${mail.domain()}` },
              },
            }
          : {}),
        ...(type?.callRouting && type.settings && wire.integrationSettings
          ? {
              integrationSettings: withNumberView(
                wire.integrationSettings,
                type.settings,
                setUps.get(id),
              ),
            }
          : {}),
      };
    };
  },
};

function aliasesOf({ integrationSettings }: Partial<IntegrationWire>): readonly string[] {
  return integrationSettings?.email?.aliases ?? [];
}

type Settings = NonNullable<IntegrationWire['integrationSettings']>;

/** With what the server knows of the number, where one is entered. */
function withNumberView(
  settings: Settings,
  member: string,
  setUp: NumberSetUpDocument | undefined,
): Settings {
  const number = Object.entries(settings).find(([name]) => name === member)?.[1];
  if (!number) return settings;
  return { ...settings, [member]: { ...number, ...numberViewOf(setUp) } };
}

function callRoutingOf({ dependencies }: ApiCaller, { wire }: Integration) {
  return dependencies.catalogue.find(wire.type)?.callRouting ?? null;
}

/** A number that was just written is connected before the answer says so. */
async function connected(caller: ApiCaller, integration: Integration): Promise<Integration> {
  if (callRoutingOf(caller, integration)) await caller.dependencies.numbers.connect(integration.id);
  return integration;
}

function refusedView(refused: Omit<RefusedRequests, 'integrationId'> | undefined) {
  if (!refused) return null;
  const { count, lastAt, lastReason } = refused;
  return { count, lastAt: lastAt.toISOString(), lastReason };
}

const view = viewOf(integrations);

export const inboundIntegrationOperations = {
  ...resourceOperations(integrations),

  duplicateInboundIntegration: async (caller, { params, body }) => {
    const { catalogue } = caller.dependencies;
    const copy = await duplicateIntegration(caller, catalogue, params.id, body ?? {});
    await connected(caller, copy);
    return ok(await view(caller, copy));
  },

  rotateIngestToken: async (caller, { params, body }) =>
    ok(
      await view(caller, await rotateIngestToken(caller, params.id, body?.formerValidSeconds ?? 0)),
    ),

  getInboundIntegrationType: async (caller, { params, query }) => {
    const type = caller.dependencies.catalogue.find(params.id);
    if (!type) throw notFound('integration type', params.id);
    const integration = query.integrationId
      ? await getResource(caller, integrationKind, query.integrationId)
      : null;
    if (integration && caller.dependencies.catalogue.find(integration.wire.type) !== type)
      throw invalidField(
        'integrationId',
        say('integrationIsOfType', { type: integration.wire.type }),
      );
    const { mail, publicUrl } = caller.dependencies;
    const server = {
      baseUrl: publicUrl(),
      mailDomain: mail.domain(),
      receivesMail: mail.isReceiving,
    };
    const sample = receivesRequests(type)
      ? await caller.dependencies.catalogue.sampleOf(type)
      : null;
    return ok({ ...typeView(type, server, integration && namesOf(caller, integration)), sample });
  },

  listInboundIntegrationsHealth: async (caller, { query }) => {
    const { views } = caller.dependencies;
    const filter = filterOf(integrationKind, query, 'part');
    const { items, hasMore } = await listResources(caller, integrationKind, filter, pageOf(query));
    const ids = items.map(({ id }) => id);
    const [healths, found] = await Promise.all([
      findPayloadHealth(caller, ids),
      Promise.all(ids.map((id) => views.load(id))),
    ]);
    const now = caller.clock.now();
    return ok({
      inboundIntegrationsHealth: ids.flatMap((id, at) => {
        const health = healths[at];
        const tokens = items[at]?.internal;
        return health && tokens ? [healthView(id, health, found[at] ?? null, tokens, now)] : [];
      }),
      hasMore,
    });
  },

  getHeartbeatResult: async (caller, { params }) => {
    const { id } = params;
    const heartbeat = await getHeartbeat(caller, caller.dependencies.catalogue, id);
    return ok({
      integrationId: id,
      lastHeartbeatReceivedAt: heartbeat.lastReceivedAt?.toISOString() ?? null,
      nextHeartbeatExpectedAt: heartbeat.nextExpectedAt?.toISOString() ?? null,
      isHeartbeatOverdue: heartbeat.isOverdue,
    });
  },

  getHttpMonitoringResult: async (caller, { params }) => {
    const { id, resultId } = params;
    return ok(resultView(await getMonitorResult(caller, id, resultId)));
  },

  listHttpMonitoringResults: async (caller, { params, query }) => {
    const { From, Until, Status } = query;
    const filter = {
      ...(From === undefined ? {} : { from: new Date(From) }),
      ...(Until === undefined ? {} : { until: new Date(Until) }),
      ...(Status === undefined ? {} : { status: Status }),
    };
    const page = await listMonitorResults(caller, params.id, filter, logQueryOf(query));
    return ok({ httpMonitoringResults: page.items.map(resultView), hasMore: page.hasMore });
  },

  getCallRoutingOptions: async (caller, { params }) => {
    const integration = await getResource(caller, integrationKind, params.id);
    const callRouting = callRoutingOf(caller, integration);
    if (!callRouting)
      throw invalidField('id', say('noPhoneNumberType', { type: integration.wire.type }));
    return ok(callRoutingOptions(callRouting));
  },

  uploadCallRoutingMedia: async (caller, { params, body }) => {
    const { catalogue } = caller.dependencies;
    return ok(audioFileView(await uploadPrompt(caller, catalogue, params.id, body.file)));
  },
} satisfies Handlers;

function namesOf(caller: ApiCaller, integration: Integration): SetupNames {
  return { id: integration.id, ingestToken: ingestTokenFor(caller, integration) };
}

function typeView(type: IntegrationType, server: SetupServer, names: SetupNames | null) {
  const { authentication, unconfirmed } = type;
  const { steps, verification, warning, ...setup } = setupOf(type, server, names ?? undefined);
  const doubts = unconfirmed.map(translatedWords);
  return {
    ...typeName(type),
    aliases: [...type.aliases],
    category: type.category,
    source: type.source,
    documentation: type.documentation,
    defaultMappingUrl: `${server.baseUrl}/api/integrations/terraform/default/${type.id}.tf`,
    authentication: {
      sends: authentication.sends,
      ...answered('note', translatedWords(authentication.note)),
    },
    sendsResolve: type.sendsResolve,
    multiAlert: type.multiAlert,
    ...setup,
    steps: steps.map(inEnglish),
    stepSentences: steps,
    verification: verification && {
      ...verification,
      ...answered('description', verification.description),
    },
    defaultMapping: type.mapping,
    ...answered('untested', translatedOrNone(type.untested)),
    unconfirmed: doubts.map(inEnglish),
    unconfirmedSentences: doubts,
    ...answered('warning', warning),
  };
}

function healthView(
  integrationId: string,
  health: PayloadHealth,
  view: IntakeView | null,
  { formerIngestToken }: Pick<IngestTokens, 'formerIngestToken'>,
  now: Date,
) {
  const { last, count, failed, lastFailed, longestPauseSeconds } = health;
  const { isMuted, isInMaintenance } = view
    ? maintenanceAt(view, now)
    : { isMuted: false, isInMaintenance: false };
  const isMonitor = view?.type.source === 'probe' || view?.type.source === 'heartbeat';
  const snoozedUntil = view ? snoozeUntil(view.snoozeSettings, now, view.timeZoneId) : null;
  return {
    integrationId,
    lastPayload: last && {
      id: last._id.toHexString(),
      createdAt: last.createdAt.toISOString(),
      outcome: last.outcome,
    },
    recentPayloads: {
      count,
      failed,
      lastFailedAt: lastFailed?.createdAt.toISOString() ?? null,
      ...answered('lastFailure', lastFailed?.reason ?? null),
    },
    longestPauseInSeconds: longestPauseSeconds,
    isSilentLongerThanUsual: health.isSilentLongerThanUsual && !isMonitor,
    waitingPayloads: health.waiting && {
      count: health.waiting.count,
      oldestCreatedAt: health.waiting.oldestAt.toISOString(),
    },
    maintenance: maintenanceWord(isMuted, isInMaintenance),
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
    formerIngestToken:
      formerIngestToken && now < formerIngestToken.validUntil
        ? {
            validUntil: formerIngestToken.validUntil.toISOString(),
            lastUsedAt: formerIngestToken.lastUsedAt?.toISOString() ?? null,
          }
        : null,
  };
}

function maintenanceWord(isMuted: boolean, isInMaintenance: boolean) {
  if (isInMaintenance) return 'maintenance' as const;
  return isMuted ? ('muted' as const) : null;
}

function audioFileView(file: MediaFile) {
  return {
    objectKey: objectKeyOf(file),
    fileName: file.fileName,
    contentType: file.contentType,
    fileSizeBytes: file.byteCount,
    durationSeconds: Math.round(file.durationSeconds * 1000) / 1000,
    uploadedAt: file.createdAt.toISOString(),
    uploadedByUserId: file.uploadedByUserId,
  };
}

function resultView(result: MonitorResult) {
  return {
    id: result._id,
    integrationId: result.ownerId,
    timestamp: result.createdAt.toISOString(),
    status: result.status,
    ...answered('statusReason', result.reason ?? null),
    totalElapsedInMs: result.totalElapsedInMs,
    responseBody: result.responseBody ?? null,
  };
}
