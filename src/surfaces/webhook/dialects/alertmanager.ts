import { AppError } from '../../../kernel/index.ts';
import { isJsonObject, type Json } from '../../../mapping/index.ts';
import { say } from '../../../sentences/index.ts';
import { bearerOf } from '../credentials.ts';
import type { Delivery, Dialect, ProtocolRequest, Reply, RequestHead } from './dialect.ts';
import {
  asRaw,
  demandMethod,
  noSuchAddress,
  readJson,
  segmentsOf,
  unknownKey,
} from './json-body.ts';

/**
 * Alertmanager API v2, so that Prometheus, vmalert and rulers can send directly: `POST /{id}/api/v2/alerts`, and the
 * status that its clients ask for. The ingest token of the integration is the path prefix.
 */
export const alertmanager: Dialect = {
  base: '/api/receivers/alertmanager/',
  protocol: 'alertmanager',
  credentialsOf(head) {
    const { key, isStatus } = addressOf(head);
    demandMethod(head, isStatus ? 'GET' : 'POST');
    return { key, bearer: bearerOf(head.headers.authorization) };
  },
  questionOf: (head) => (addressOf(head).isStatus ? () => statusReply(head.now) : null),
  read: readAlerts,
  unknown: () => unknownKey("Alertmanager's API"),
  refuse({ status, detail }) {
    const message = detail ?? 'The alerts were not accepted.';
    return status === 400 ? { status, body: message } : { status, body: { code: status, message } };
  },
};

/** Older Grafana posts the same list to version 1, which Alertmanager itself no longer has. */
const places = new Set(['api/v2/alerts', 'api/v1/alerts', 'api/v2/status']);

function addressOf({ path }: RequestHead): { key: string; isStatus: boolean } {
  const [key = '', ...address] = segmentsOf(path);
  const place = address.join('/');
  if (!places.has(place)) throw noSuchAddress();
  return { key, isStatus: place === 'api/v2/status' };
}

function readAlerts(request: ProtocolRequest): Delivery {
  const alerts = readJson(request.body);
  if (!Array.isArray(alerts)) throw new AppError('malformed-body', say('bodyNoList'));
  const good = alerts.filter(hasLabels);
  if (good.length === 0 && alerts.length > 0)
    throw new AppError('validation-failed', say('alertsWithoutLabels'));
  const bad = alerts.length - good.length;
  const body = good.map((alert) => ({ ...alert, status: stateOf(alert, request.now) }));
  return {
    raw: asRaw(request, addressOf(request).key, body),
    ...(good.length === 0 && { setAside: say('requestHasNoAlert') }),
    // As the original does: the good ones are taken, and the sender hears of the others.
    reply:
      bad === 0
        ? { status: 200 }
        : { status: 400, body: `${bad} of ${alerts.length} alerts have no labels.` },
  };
}

function hasLabels(alert: Json): alert is { [key: string]: Json } {
  return isJsonObject(alert) && isJsonObject(alert.labels) && Object.keys(alert.labels).length > 0;
}

/** Firing until `endsAt` has passed; Go writes a time that was never set as the year 1. */
function stateOf(alert: { [key: string]: Json }, now: Date): string {
  const endsAt = typeof alert.endsAt === 'string' ? Date.parse(alert.endsAt) : Number.NaN;
  const isSet = Number.isFinite(endsAt) && new Date(endsAt).getUTCFullYear() > 1;
  return isSet && endsAt <= now.getTime() ? 'resolved' : 'firing';
}

function statusReply(now: Date): Reply {
  const unknown = '';
  return {
    status: 200,
    body: {
      cluster: { status: 'disabled', peers: [] },
      config: { original: unknown },
      uptime: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
      versionInfo: {
        branch: unknown,
        buildDate: unknown,
        buildUser: unknown,
        goVersion: unknown,
        revision: unknown,
        version: 'tocsin',
      },
    },
  };
}
