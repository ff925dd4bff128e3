import { randomUUID } from 'node:crypto';
import { AppError } from '../../../kernel/index.ts';
import { isJsonObject, type Json } from '../../../mapping/index.ts';
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
 * PagerDuty Events API v2: `POST /v2/enqueue` and `POST /v2/change/enqueue`, also with the key in the path
 * (`/integration/{key}/enqueue`), and version 1, which old plugins speak
 * (`POST /generic/2010-04-15/create_event.json`). The routing key, which version 1 calls service key, is the
 * integration's ingest token or an accepted key.
 */
export const pagerDutyEvents: Dialect = {
  base: '/api/receivers/pagerduty/',
  protocol: 'pagerduty',
  keyNames: ['routing_key', 'service_key'],
  credentialsOf(head) {
    const key = headKeyOf(head);
    demandMethod(head, 'POST');
    return key === null ? null : { key, bearer: bearerOf(head.headers.authorization) };
  },
  read(request) {
    const event = readObject(request.body);
    return readers[addressOf(request).reader](request, event);
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

const readers = { alert: readAlertEvent, change: readChangeEvent, first: readFirstVersion };

const readersByPath: Record<string, keyof typeof readers> = {
  'v2/enqueue': 'alert',
  'v2/change/enqueue': 'change',
  'generic/2010-04-15/create_event.json': 'first',
};

function addressOf({ path }: RequestHead): { reader: keyof typeof readers; key: string | null } {
  const segments = segmentsOf(path);
  const [noun, key = '', verb, ...rest] = segments;
  if (noun === 'integration' && verb === 'enqueue' && rest.length === 0)
    return { reader: 'alert', key };
  const reader = readersByPath[segments.join('/')];
  if (reader === undefined) throw noSuchAddress();
  return { reader, key: null };
}

/** The key in the address or in a header; null where only the body can have it. */
function headKeyOf(head: RequestHead): string | null {
  const { key } = addressOf(head);
  const header = head.headers['x-routing-key'];
  return key ?? (typeof header === 'string' && header !== '' ? header : null);
}

/** The key in the address or a header was looked at first, so it decides who is calling. */
function keyOf(request: RequestHead, event: JsonObject, name: string): string {
  return headKeyOf(request) ?? textOf(event, name) ?? '';
}

const actions = ['trigger', 'acknowledge', 'resolve'];

function readAlertEvent(request: ProtocolRequest, event: JsonObject): Delivery {
  const action = textOf(event, 'event_action');
  const details = isJsonObject(event.payload) ? event.payload : {};
  const given = textOf(event, 'dedup_key');
  const key = keyOf(request, event, 'routing_key');
  refuseMistakes({
    routing_key: missing('routing_key', key === ''),
    event_action: wrongAction('event_action', action),
    dedup_key: missing('dedup_key', given === null && action !== 'trigger'),
    // Source and severity have good defaults; an alert must not be lost because they are missing.
    'payload.summary': missing(
      'payload.summary',
      action === 'trigger' && textOf(details, 'summary') === null,
    ),
  });
  const dedupKey = given ?? newDedupKey();
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
  const key = keyOf(request, event, 'routing_key');
  refuseMistakes({
    routing_key: missing('routing_key', key === ''),
    'payload.summary': missing('payload.summary', textOf(details, 'summary') === null),
  });
  return {
    raw: asRaw(request, key, withoutKeys(event, 'routing_key')),
    key,
    setAside: say('changeReported'),
    reply: { status: 202, body: { status: 'success', message: 'Change event processed' } },
  };
}

/** An event of version 1, stored as one of version 2: a mapping needs to know one of them only. */
function readFirstVersion(request: ProtocolRequest, event: JsonObject): Delivery {
  const action = textOf(event, 'event_type');
  const given = textOf(event, 'incident_key');
  const key = keyOf(request, event, 'service_key');
  const summary = textOf(event, 'description');
  refuseMistakes({
    service_key: missing('service_key', key === ''),
    event_type: wrongAction('event_type', action),
    incident_key: missing('incident_key', given === null && action !== 'trigger'),
    description: missing('description', action === 'trigger' && summary === null),
  });
  const dedupKey = given ?? newDedupKey();
  const { details = null, client = null, client_url: clientUrl = null } = event;
  const contexts = Array.isArray(event.contexts) ? event.contexts.filter(isJsonObject) : [];
  const ofType = (type: string): Json[] => contexts.filter((context) => context.type === type);
  return {
    raw: asRaw(request, key, {
      event_action: action,
      dedup_key: dedupKey,
      client,
      client_url: clientUrl,
      links: ofType('link'),
      images: ofType('image'),
      payload: { summary, source: client, custom_details: details },
    }),
    key,
    // As the original does, and unlike version 2.
    reply: {
      status: 200,
      body: { status: 'success', message: 'Event processed', incident_key: dedupKey },
    },
  };
}

function newDedupKey(): string {
  return randomUUID().replaceAll('-', '');
}

function missing(name: string, isMissing: boolean): string[] {
  return isMissing ? [`'${name}' is missing or blank`] : [];
}

function wrongAction(name: string, action: string | null): string[] {
  return actions.includes(action ?? '')
    ? []
    : [`'${name}' is invalid (must be one of ${actions.join(', ')})`];
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
