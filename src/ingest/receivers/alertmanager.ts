import { AppError } from '../../kernel/index.ts';
import type { Json } from '../../mapping/index.ts';
import { bearerOf } from '../admission.ts';
import {
  type Delivery,
  demandMethod,
  isObject,
  noSuchAddress,
  type Receiver,
  type ReceiverCall,
  type Reply,
  readJson,
} from './receiver.ts';

/**
 * Alertmanager API v2, so that Prometheus, vmalert and rulers can send directly: `POST /{id}/api/v2/alerts`, and the
 * status that its clients ask for. The id of the integration is the path prefix.
 */
export const alertmanager: Receiver = {
  typeId: 'AlertmanagerApiV2',
  base: '/api/receivers/alertmanager',
  read(call) {
    const [key = '', ...address] = call.path;
    const addressed = { key, bearer: bearerOf(call.headers.authorization) };
    switch (address.join('/')) {
      case 'api/v2/alerts':
        demandMethod(call, 'POST');
        return { ...addressed, ...readAlerts(call) };
      case 'api/v2/status':
        demandMethod(call, 'GET');
        return { ...addressed, kind: 'question', reply: () => statusReply(call.now) };
      default:
        throw noSuchAddress();
    }
  },
  refuse({ status, detail }) {
    const message = detail ?? 'The alerts were not taken.';
    return status === 400 ? { status, body: message } : { status, body: { code: status, message } };
  },
};

function readAlerts(call: ReceiverCall): Omit<Delivery, 'key' | 'bearer'> {
  const alerts = readJson(call.body);
  if (!Array.isArray(alerts)) throw new AppError('malformed-body', 'The body is not a list.');
  const good = alerts.filter(hasLabels);
  if (good.length === 0 && alerts.length > 0)
    throw new AppError('validation-failed', 'No alert has labels.');
  const bad = alerts.length - good.length;
  return {
    kind: 'delivery',
    body: good.map((alert) => ({ ...alert, status: stateOf(alert, call.now) })),
    ...(good.length === 0 && { setAside: 'There is no alert in it.' }),
    // As the original does: the good ones are taken, and the sender hears of the others.
    reply: () =>
      bad === 0
        ? { status: 200 }
        : { status: 400, body: `${bad} of ${alerts.length} alerts have no labels.` },
  };
}

function hasLabels(alert: Json): alert is { [key: string]: Json } {
  return isObject(alert) && isObject(alert.labels) && Object.keys(alert.labels).length > 0;
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
