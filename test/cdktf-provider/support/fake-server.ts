/**
 * A Public API in memory, for what a real server cannot be made to do on purpose: refuse once, break
 * off, answer half an object, lose what it stored. Shapes come from the OpenAPI document, rules from
 * public-api.md sections 0 and 2: answers echo what was sent, absent members are null or their
 * default, ids are kept by position.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  OpenApiDocument,
  OpenApiSchema,
  Reading,
} from '../../../cdktf-provider/build/document.ts';
import { readDocument } from '../../../cdktf-provider/build/document.ts';
import type { AttributesMapping } from '../../../src/mapping/index.ts';
import { compileMapping, evaluateMapping } from '../../../src/mapping/index.ts';

type Json = null | boolean | number | string | Json[] | JsonObject;
type JsonObject = { [name: string]: Json };

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: JsonObject;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

export interface FakeServer {
  readonly url: string;
  readonly requests: Recorded[];
  readonly stored: Map<string, JsonObject>;
  /** Decides on a request before the server does; undefined lets it through. */
  intercept: (request: Recorded) => Reply | undefined | Promise<Reply | undefined>;
  close(): Promise<void>;
}

export const fakeKey = 'tocsin_org_test';
const prefix = '/api/public/v1';
const documentPath = new URL('../../../openapi/bundled/public-v1.json', import.meta.url);

export async function startFakeServer(): Promise<FakeServer> {
  const reading = readDocument(JSON.parse(readFileSync(documentPath, 'utf8')) as OpenApiDocument);
  const requests: Recorded[] = [];
  const stored = new Map<string, JsonObject>();
  const server: Server = createServer((request, response) => {
    void receive(request).then(async (recorded) => {
      requests.push(recorded);
      const intercepted = await fake.intercept(recorded);
      send(response, intercepted ?? answer(reading, stored, recorded));
    });
  });
  const fake: FakeServer = {
    url: '',
    requests,
    stored,
    intercept: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** Kinds of objects, by the path their operations start with. */
const kinds: Readonly<Record<string, { create: string; list: string; items: string }>> = {
  '/team-membership': {
    create: 'createTeamMembership',
    list: 'listTeamMemberships',
    items: 'teamMemberships',
  },
  '/organization-membership': {
    create: 'createOrganizationMembership',
    list: 'listOrganizationMemberships',
    items: 'organizationMemberships',
  },
  '/team-escalations': {
    create: 'createTeamEscalations',
    list: 'listTeamEscalations',
    items: 'teamEscalations',
  },
  '/team': { create: 'createTeam', list: 'listTeams', items: 'teams' },
  '/user': { create: 'createUser', list: 'listUsers', items: 'users' },
  '/inbound-integration-maintenance-windows': {
    create: 'createMaintenanceWindow',
    list: 'listMaintenanceWindows',
    items: 'inboundMaintenanceWindows',
  },
  '/inbound-integration-mapping': {
    create: 'createMapping',
    list: 'listMappings',
    items: 'inboundIntegrationMappings',
  },
  '/inbound-integration': {
    create: 'createInboundIntegration',
    list: 'listInboundIntegrations',
    items: 'inboundIntegrations',
  },
  '/outbound-integration': {
    create: 'createOutboundIntegration',
    list: 'listOutboundIntegrations',
    items: 'outboundIntegrations',
  },
  '/group-mapping': {
    create: 'createGroupMapping',
    list: 'listGroupMappings',
    items: 'groupMappings',
  },
  '/oidc-connection': {
    create: 'createOidcConnection',
    list: 'listOidcConnections',
    items: 'oidcConnections',
  },
  '/on-call-schedule': {
    create: 'createOnCallSchedule',
    list: 'listOnCallSchedules',
    items: 'onCallSchedules',
  },
  '/temporary-schedule': {
    create: 'createTemporarySchedule',
    list: 'listTemporarySchedules',
    items: 'temporarySchedules',
  },
  '/person-calendar': {
    create: 'createPersonCalendar',
    list: 'listPersonCalendars',
    items: 'personCalendars',
  },
  '/suppression-rule': {
    create: 'createSuppressionRule',
    list: 'listSuppressionRules',
    items: 'suppressionRules',
  },
  '/guarantee': {
    create: 'createGuarantee',
    list: 'listGuarantees',
    items: 'guarantees',
  },
  '/shadow-run': {
    create: 'createShadowRun',
    list: 'listShadowRuns',
    items: 'shadowRuns',
  },
  '/support-hours': {
    create: 'createSupportHours',
    list: 'listSupportHours',
    items: 'supportHours',
  },
  '/escalation-policy': {
    create: 'createEscalationPolicy',
    list: 'listEscalationPolicies',
    items: 'escalationPolicies',
  },
  '/silence': { create: 'createSilence', list: 'listSilences', items: 'silences' },
  '/routing': { create: 'createRouting', list: 'listRoutings', items: 'routings' },
  '/service-maintenance': {
    create: 'createServiceMaintenance',
    list: 'listServiceMaintenances',
    items: 'serviceMaintenances',
  },
  '/service': { create: 'createService', list: 'listServices', items: 'services' },
  '/status-page': { create: 'createStatusPage', list: 'listStatusPages', items: 'statusPages' },
  '/on-call-override': {
    create: 'createOnCallOverride',
    list: 'listOnCallOverrides',
    items: 'onCallOverrides',
  },
  '/api-key': { create: 'createApiKey', list: 'listApiKeys', items: 'apiKeys' },
};

function answer(reading: Reading, stored: Map<string, JsonObject>, request: Recorded): Reply {
  const key = request.headers['x-authorization'] ?? request.headers['x-api-key'];
  const isMade = [...stored.values()].some((one) => one.key === key);
  if (key !== fakeKey && !isMade) {
    return {
      status: 401,
      body: { succeeded: false, errors: [{ description: 'The key is invalid.' }] },
    };
  }
  if (request.path === '/api/integrations/terraform/default/Datadog.tf') {
    return { status: 200, body: 'the template' };
  }
  const path = request.path.slice(prefix.length);
  const catalogue = catalogues[path];
  if (catalogue !== undefined) return { status: 200, body: catalogue };
  if (path === '/inbound-integration-mapping/evaluate') return evaluate(stored, request.body);
  const mapping = /^\/inbound-integration\/([^/]+)\/mapping$/.exec(path)?.[1];
  if (mapping !== undefined)
    return onObject(reading, stored, request, '/inbound-integration-mapping', mapping);
  const [, head = '', tail = '', more] = /^(\/[a-z-]+)\/?([^/]*)(\/.*)?$/.exec(path) ?? [];
  if (kinds[head] === undefined) return problem(404, `No operation at ${path}.`);
  if (tail === 'search') return search(reading, stored, request, head, more === '/list');
  return onObject(reading, stored, request, head, tail);
}

function onObject(
  reading: Reading,
  stored: Map<string, JsonObject>,
  request: Recorded,
  kind: string,
  id: string,
): Reply {
  const key = `${kind}/${id}`;
  const present = stored.get(key);
  if (request.method === 'POST') {
    const made = complete(reading, stored, kind, request.body, undefined, id || undefined);
    stored.set(`${kind}/${made.id}`, made);
    return { status: 200, body: told(kind, made, true) };
  }
  if (present === undefined) return problem(404, `There is no ${kind.slice(1)} with id ${id}.`);
  if (request.method === 'GET') return { status: 200, body: told(kind, present) };
  if (request.method === 'DELETE') {
    stored.delete(key);
    return { status: 200, body: {} };
  }
  const changed = complete(reading, stored, kind, request.body, present, id);
  stored.set(key, changed);
  return { status: 200, body: told(kind, changed) };
}

/** The dry run, by the product's own engine. */
function evaluate(stored: Map<string, JsonObject>, body: JsonObject): Reply {
  const mapping = stored.get(`/inbound-integration-mapping/${body.integrationId}`);
  if (mapping === undefined) return problem(404, 'There is no such integration.');
  const compiled = compileMapping(mapping.attributesMapping as unknown as AttributesMapping);
  if (!compiled.ok) return problem(400, JSON.stringify(compiled.errors));
  const sample = (body.request as { body: string }).body;
  const result = evaluateMapping(compiled.program, {
    payload: { jsonBody: JSON.parse(sample) as Json },
    integrationName: 'test',
  });
  return { status: 200, body: result as unknown as JsonObject };
}

function search(
  reading: Reading,
  stored: Map<string, JsonObject>,
  { query }: Recorded,
  kind: string,
  isList: boolean,
): Reply {
  const { list = '', items = '' } = kinds[kind] ?? {};
  const all = [...stored]
    .filter(([key]) => key.startsWith(`${kind}/`))
    .map(([, value]) => told(kind, value));
  const matching = all.filter((value) =>
    [...query].every(([name, wanted]) => {
      const member = String(value[`${name[0]?.toLowerCase()}${name.slice(1)}`] ?? '');
      return (
        ['Offset', 'Limit'].includes(name) ||
        (isList && !name.endsWith('Id') ? member.includes(wanted) : member === wanted)
      );
    }),
  );
  if (!isList) {
    return matching[0] === undefined
      ? problem(404, 'Nothing matches.')
      : { status: 200, body: matching[0] };
  }
  const offset = Number(query.get('Offset') ?? 0);
  const limit = Number(query.get('Limit') ?? 20);
  const shape =
    reading.flatten(reading.operation(list).response ?? {}).properties?.[items]?.items ?? {};
  const page = matching
    .slice(offset, offset + limit)
    .map((value) => shaped(reading, shape, value, null));
  return { status: 200, body: { [items]: page, hasMore: offset + limit < matching.length } };
}

/** The stored form of what was sent. */
function complete(
  reading: Reading,
  stored: Map<string, JsonObject>,
  kind: string,
  body: JsonObject,
  before: JsonObject | undefined,
  pathId: string | undefined,
): JsonObject {
  const shape = reading.operation(kinds[kind]?.create ?? '').response ?? {};
  const object = shaped(reading, shape, body, before ?? null) as JsonObject;
  const id =
    before?.id ?? (kind === '/team-escalations' ? (body.teamId ?? null) : (pathId ?? randomUUID()));
  const user = stored.get(`/user/${object.userId}`);
  const byMail = [...stored.values()].find(
    (value) => 'phoneNumber' in value && value.email === object.email,
  );
  return {
    ...object,
    id,
    ...('isProvisioned' in object ? { isProvisioned: true } : {}),
    ...(kind === '/inbound-integration-mapping' ? { integrationId: id } : {}),
    ...(kind === '/inbound-integration'
      ? { webhookUrl: `https://tocsin.example.com/api/webhook/${id}` }
      : {}),
    ...(kind.endsWith('-membership')
      ? {
          userId: object.userId ?? byMail?.id ?? randomUUID(),
          email: user?.email ?? object.email ?? null,
        }
      : {}),
    ...(kind === '/status-page'
      ? { secret: body.passwordProtectionPassword ?? before?.secret ?? '' }
      : {}),
    ...(kind === '/api-key'
      ? { key: `tocsin_org_${randomUUID()}`, createdAt: '2026-03-01T08:30:00Z' }
      : {}),
  };
}

function told(kind: string, value: JsonObject, created = false): JsonObject {
  if (kind === '/status-page') {
    const { secret, passwordProtectionPassword, ...open } = value;
    return { ...open, isPasswordProtectionPasswordConfigured: secret !== '' };
  }
  if (kind === '/api-key' && !created) {
    const { key, ...open } = value;
    return open;
  }
  return value;
}

/** Fills a value up to its schema: absent members become their default or null, ids are kept or made. */
function shaped(reading: Reading, schema: OpenApiSchema, value: Json, before: Json): Json {
  const shape = reading.flatten(schema);
  if (Array.isArray(value)) {
    const previous = Array.isArray(before) ? before : [];
    return value.map((item, index) =>
      shaped(reading, shape.items ?? {}, item, previous[index] ?? null),
    );
  }
  if (shape.properties === undefined || value === null || typeof value !== 'object') return value;
  const earlier =
    before !== null && typeof before === 'object' && !Array.isArray(before) ? before : {};
  return Object.fromEntries(
    Object.entries(shape.properties).map(([name, member]): [string, Json] => {
      const sent = value[name] ?? null;
      if (sent !== null) return [name, shaped(reading, member, sent, earlier[name] ?? null)];
      if (name === 'id') return [name, earlier.id ?? randomUUID()];
      if (name === 'emailAddress')
        return [name, earlier.emailAddress ?? `${randomUUID()}@mail.example.com`];
      return [
        name,
        (reading.flatten(member).default as Json | undefined) ?? normalisedNull[name] ?? null,
      ];
    }),
  );
}

/** Members whose null the server stores as something else. */
const normalisedNull: Readonly<Record<string, Json>> = {
  rules: [],
  setAttributes: [],
  triggersOnlyOnForwarded: false,
  skipUpdatingAfterForwarding: false,
};

const catalogues: Readonly<Record<string, Json>> = {
  '/inbound-integration/types': {
    items: [
      { id: 'Datadog', displayName: 'Datadog' },
      { id: 'Webhook', displayName: 'Webhook' },
    ],
  },
  '/outbound-integration/types': { items: [{ id: 'Slack', displayName: 'Slack' }] },
  '/timezone': { items: [{ id: 'UTC', displayName: '(UTC) UTC', utcOffset: '+00:00' }] },
  '/metadata/ips': { ips: ['203.0.113.10'] },
};

export function problem(status: number, detail: string, errors?: JsonObject): Reply {
  return {
    status,
    body: {
      type: 'about:blank',
      title: 'Refused',
      status,
      detail,
      traceId: 'trace-1',
      ...(errors === undefined ? {} : { errors }),
    },
  };
}

async function receive(request: IncomingMessage): Promise<Recorded> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://localhost');
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: text === '' ? {} : (JSON.parse(text) as JsonObject),
  };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
}
