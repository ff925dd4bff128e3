import { randomUUID } from 'node:crypto';
import { AppError } from '../../../kernel/index.ts';
import { isJsonObject } from '../../../mapping/index.ts';
import { say, words } from '../../../sentences/index.ts';
import { bearerOf } from '../credentials.ts';
import type { Delivery, Dialect, ProtocolRequest, RequestHead } from './dialect.ts';
import {
  asRaw,
  demandMethod,
  type JsonObject,
  noSuchAddress,
  readObject,
  segmentsOf,
  textOf,
  unknownKey,
  withoutKeys,
} from './json-body.ts';

/**
 * PagerDuty Events API v2: `POST /v2/enqueue` and `POST /v2/change/enqueue`; the routing key is the integration's
 * ingest token.
 */
export const pagerDutyEvents: Dialect = {
  base: '/api/receivers/pagerduty/',
  protocol: 'pagerduty',
  keyNames: ['routing_key'],
  credentialsOf(head) {
    addressOf(head);
    demandMethod(head, 'POST');
    const key = headerKeyOf(head);
    return key === null ? null : { key, bearer: bearerOf(head.headers.authorization) };
  },
  read(request) {
    const isChange = addressOf(request) === 'v2/change/enqueue';
    const event = readObject(request.body);
    return isChange ? readChangeEvent(request, event) : readAlertEvent(request, event);
  },
  unknown: () => unknownKey("PagerDuty's events"),
  refuse({ status, code, detail, errors }) {
    const message = detail ?? 'The event could not be processed.';
    if (code === 'rate-limited') return { status, body: { status: 'throttle exceeded', message } };
    if (status >= 500) return { status, body: { status: 'error', message } };
    // A wrong key is a mistake in the event here: it is a member of it.
    const isInvalid = code === 'unauthenticated' || status === 400;
    return {
      status: isInvalid ? 400 : status,
      body: {
        status: 'invalid event',
        message: isInvalid ? 'Event object is invalid' : message,
        errors: errors ? Object.values(errors).flat() : [message],
      },
    };
  },
};

const actions = ['trigger', 'acknowledge', 'resolve'];

function readAlertEvent(request: ProtocolRequest, event: JsonObject): Delivery {
  const action = textOf(event, 'event_action');
  const details = isJsonObject(event.payload) ? event.payload : {};
  const given = textOf(event, 'dedup_key');
  const key = keyOf(request, event);
  refuseMistakes({
    routing_key: key === '' ? ["'routing_key' is missing or blank"] : [],
    event_action: actions.includes(action ?? '')
      ? []
      : [`'event_action' is invalid (must be one of ${actions.join(', ')})`],
    dedup_key: given === null && action !== 'trigger' ? ["'dedup_key' is missing or blank"] : [],
    // Source and severity have good defaults; an alert must not be lost because they are missing.
    'payload.summary':
      action === 'trigger' && textOf(details, 'summary') === null
        ? ["'payload.summary' is missing or blank"]
        : [],
  });
  const dedupKey = given ?? randomUUID().replaceAll('-', '');
  return {
    raw: asRaw(request, key, { ...withoutKeys(event, 'routing_key'), dedup_key: dedupKey }),
    key,
    reply: {
      status: 202,
      body: { status: 'success', message: 'Event processed', dedup_key: dedupKey },
    },
  };
}

function readChangeEvent(request: ProtocolRequest, event: JsonObject): Delivery {
  const details = isJsonObject(event.payload) ? event.payload : {};
  const key = keyOf(request, event);
  refuseMistakes({
    routing_key: key === '' ? ["'routing_key' is missing or blank"] : [],
    'payload.summary':
      textOf(details, 'summary') === null ? ["'payload.summary' is missing or blank"] : [],
  });
  return {
    raw: asRaw(request, key, withoutKeys(event, 'routing_key')),
    key,
    setAside: say('changeReported'),
    reply: { status: 202, body: { status: 'success', message: 'Change event processed' } },
  };
}

function addressOf({ path }: RequestHead): string {
  const address = segmentsOf(path).join('/');
  if (address !== 'v2/enqueue' && address !== 'v2/change/enqueue') throw noSuchAddress();
  return address;
}

function headerKeyOf({ headers }: RequestHead): string | null {
  const header = headers['x-routing-key'];
  return typeof header === 'string' && header !== '' ? header : null;
}

/** The header was looked at first: who it names is who is calling. */
function keyOf(request: RequestHead, event: JsonObject): string {
  return headerKeyOf(request) ?? textOf(event, 'routing_key') ?? '';
}

function refuseMistakes(mistakes: Record<string, string[]>): void {
  const fields = Object.fromEntries(
    Object.entries(mistakes).filter(([, messages]) => messages.length > 0),
  );
  if (Object.keys(fields).length > 0)
    throw new AppError('validation-failed', words('The event is not valid.'), {
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, messages]) => [name, messages.map(words)]),
      ),
    });
}
