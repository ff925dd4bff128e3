import { type IncomingHttpHeaders, request } from 'node:http';
import { integrationKind } from '../../src/integrations/index.ts';
import type { World } from '../../src/kernel/index.ts';
import type { ApiClient } from './api-client.ts';
import type { TestApp } from './app.ts';

export interface WebhookAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** `{ payloadId, outcome, incidentId }`, or a problem. */
  body: Record<string, unknown>;
}

export interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** A team and an integration of it, made through the API; gives the id of the integration. */
export async function makeIntegration(
  t: TestApp,
  settings: Record<string, unknown> = {},
  team: Record<string, unknown> = {},
): Promise<string> {
  const teamId = await t.api.make('/team', { displayName: 'Team', timeZoneId: 'UTC', ...team });
  return t.api.make('/inbound-integration', {
    displayName: 'Alarms',
    teamId,
    type: 'Webhook',
    ...settings,
  });
}

/** A mapping by which the body says what to do: status, severity, title, id, and a group. */
export const plainMapping = [
  attribute('Status', '$.jsonBody.status'),
  { name: 'Severity', mappings: [{ jsonPath: '$.jsonBody.severity' }] },
  { name: 'Severity', mappings: [{ static: 'Warning' }] },
  attribute('Title', '$.jsonBody.title'),
  attribute('CorrelationId', '$.jsonBody.id'),
  attribute('Host', '$.jsonBody.host'),
];

export function attribute(name: string, jsonPath: string, more: object = {}) {
  return { name, mappings: [{ jsonPath }], ...more };
}

export async function map(
  t: TestApp,
  integrationId: string,
  attributes: readonly object[] = plainMapping,
): Promise<void> {
  const path = `/inbound-integration/${integrationId}/mapping`;
  const answer = await t.api.post(path, { attributesMapping: { attributes } });
  if (answer.status !== 200) throw new Error(`mapping: ${answer.status} ${answer.text}`);
}

/**
 * What a tool is given to report to the integration: in its webhook URL, its mail address, as its key. Read from the
 * store, so that it is there for integrations of any organization; of what is no integration, the id itself.
 */
export async function ingestTokenOf(t: Pick<TestApp, 'app'>, id: string): Promise<string> {
  const known = tokens.get(t.app) ?? new Map<string, string>();
  tokens.set(t.app, known);
  const token = known.get(id) ?? (await readIngestToken(t.app.world, id)) ?? id;
  known.set(id, token);
  return token;
}

const tokens = new WeakMap<object, Map<string, string>>();

/** The same as it is now: a token may have been replaced. */
export async function readIngestToken(
  { store, secrets }: Pick<World, 'store' | 'secrets'>,
  id: string,
): Promise<string | null> {
  const found = await integrationKind.model(store).findOne({ _id: id }).lean();
  return found?.internal ? secrets.open(found.internal.ingestToken.sealed) : null;
}

/** The address of the integration on the server of the test; what follows the id follows there, too. */
export async function webhookOf(t: Pick<TestApp, 'app'>, integrationId: string): Promise<string> {
  const [, id = '', rest = ''] = /^([^/?]*)(.*)$/s.exec(integrationId) ?? [];
  return `${t.app.url}/api/webhook/${await ingestTokenOf(t, id)}${rest}`;
}

/** The same where only the API is at hand: what follows the address of the server. */
export async function webhookPathOf(
  api: Pick<ApiClient, 'get'>,
  integrationId: string,
): Promise<string> {
  const { body } = await api.get(`/inbound-integration/${integrationId}`);
  return new URL(String(body.webhookUrl)).pathname;
}

/** Sends to a webhook as a tool would; `fetch` knows neither every method nor odd headers. */
export async function send(
  t: TestApp,
  integrationId: string,
  sending: Sending = {},
): Promise<WebhookAnswer> {
  return sendTo(await webhookOf(t, integrationId), sending);
}

export function sendTo(
  url: string,
  { method = 'POST', headers = {}, body }: Sending,
): Promise<WebhookAnswer> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const outgoing = request(
      url,
      {
        method,
        headers: { ...(bytes ? { 'content-length': String(bytes.length) } : {}), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const { statusCode = 0, headers: answered } = response;
          resolve({ status: statusCode, headers: answered, text, body: parsed(text) });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

/** An alert for `plainMapping`. */
export function alert(
  t: TestApp,
  integrationId: string,
  body: Record<string, unknown>,
): Promise<WebhookAnswer> {
  return send(t, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'Open', title: 'Disk is full', id: 'disk', ...body }),
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
