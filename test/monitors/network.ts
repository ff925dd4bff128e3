import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createPluginCertificate } from '../../cdktf-provider/runtime/certificate.ts';
import type { TestApp } from '../support/app.ts';
import { send, type WebhookAnswer } from '../support/webhook.ts';

export type Answer = (req: IncomingMessage, res: ServerResponse, body: string) => void;

/** What monitors watch: a server on this machine that answers as a test says. */
export interface Watched {
  url: string;
  port: number;
  /** Of the requests so far: method, path, headers, body. */
  seen: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  answer(answer: Answer): void;
  stop(): Promise<void>;
}

export async function startWatched(answer: Answer = ok): Promise<Watched> {
  return watch(createServer(), 'http', answer);
}

/** With a certificate of its own, valid for a year from `madeAt` on; give it to `tls.setDefaultCACertificates`. */
export async function startWatchedTls(madeAt: Date): Promise<Watched & { certificatePem: string }> {
  const { keyPem, certificatePem } = createPluginCertificate(madeAt);
  const server = createTlsServer({ key: keyPem, cert: certificatePem });
  return { ...(await watch(server, 'https', ok)), certificatePem };
}

async function watch(server: Server, scheme: string, first: Answer): Promise<Watched> {
  let answer = first;
  const seen: Watched['seen'] = [];
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method = '', url: path = '', headers } = req;
      const body = Buffer.concat(chunks).toString();
      seen.push({ method, path, headers, body });
      answer(req, res, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = scheme === 'https' ? 'localhost' : '127.0.0.1';
  return {
    url: `${scheme}://${host}:${port}/`,
    port,
    seen,
    answer(next) {
      answer = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const ok: Answer = (_req, res) => res.end('all is well');
export const status =
  (code: number): Answer =>
  (_req, res) => {
    res.statusCode = code;
    res.end('something');
  };

/** The settings that a test does not care about. */
export function httpSettings(url: string, more: object = {}) {
  return {
    integrationSettings: {
      httpMonitoring: {
        url,
        method: 'GET',
        timeoutInMilliseconds: 1000,
        intervalInSeconds: 60,
        ...more,
      },
    },
  };
}

export async function makeMonitor(
  t: TestApp,
  type: string,
  settings: object,
  displayName = 'Shop',
): Promise<string> {
  const teamId = await t.api.make('/team', { displayName: 'Team', timeZoneId: 'UTC' });
  return t.api.make('/inbound-integration', { displayName, teamId, type, ...settings });
}

/** Checks what is due, and finishes removing what was deleted. */
export function look(t: TestApp): Promise<void> {
  return t.app.jobs.runAll((task) => ['monitors', 'removals'].includes(task));
}

/** Lets the time pass and checks what is due at its end. */
export async function pass(t: TestApp, seconds: number): Promise<void> {
  t.clock.advance(seconds);
  await look(t);
}

export interface ShownIncident {
  id: string;
  title: string;
  status: string;
  severity: string;
  reason: string | undefined;
  /** Those that payloads made; others are what followed from them. */
  events: number;
}

const ofPayloads = new Set(['Created', 'Updated', 'Resolved', 'Unresolved']);

/** The incidents of an integration, oldest first. */
export async function incidentsOf(t: TestApp, id: string): Promise<ShownIncident[]> {
  const { body } = await t.api.get(
    `/incident/search/list?IntegrationIds=${id}&SortBy=Created&Asc=true`,
  );
  const found = body.incidents as {
    id: string;
    title: string;
    events: { status: string; severity: string; modification: { intent: string } }[];
    attributes: { name: string; value: string }[];
  }[];
  return found.map(({ id: incidentId, title, events, attributes }) => ({
    id: incidentId,
    title,
    status: events[0]?.status ?? '',
    severity: events[0]?.severity ?? '',
    reason: attributes.find(({ name }) => name === 'Reason')?.value,
    events: events.filter(({ modification }) => ofPayloads.has(modification.intent)).length,
  }));
}

export interface ShownResult {
  status: string;
  statusReason: string | null;
  responseBody: string | null;
  timestamp: string;
}

/** Latest first. */
export async function resultsOf(t: TestApp, id: string): Promise<ShownResult[]> {
  const path = `/inbound-integration/${id}/http-monitoring-results/search/list?Limit=100`;
  return (await t.api.get(path)).body.httpMonitoringResults as ShownResult[];
}

/** Calls the URL of a heartbeat as a job does: without any key. */
export function sign(t: TestApp, id: string, query = '', body?: string): Promise<WebhookAnswer> {
  return send(t, `${id}${query}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body }),
  });
}
