import { randomUUID } from 'node:crypto';
import { AppError } from '../../../kernel/index.ts';
import { words } from '../../../sentences/index.ts';
import { bearerOf } from '../credentials.ts';
import type { Delivery, Dialect, ProtocolRequest, RequestHead } from './dialect.ts';
import {
  asRaw,
  demandMethod,
  noSuchAddress,
  readObject,
  segmentsOf,
  textOf,
  unknownKey,
  withoutKeys,
} from './json-body.ts';

const eventTypes = ['ALERT', 'ACCEPT', 'RESOLVE', 'COMMENT'];
const keyNames = ['integrationKey', 'apiKey'];

/**
 * ilert events: `POST /events`, `/api/events` and the older `/api/v1/events`, with the key (the integration's ingest
 * token) in the body as `integrationKey` or `apiKey`, or behind the address.
 */
export const ilertEvents: Dialect = {
  base: '/api/receivers/ilert/',
  protocol: 'ilert',
  keyNames,
  credentialsOf(head) {
    const { pathKey } = addressOf(head);
    demandMethod(head, 'POST');
    return pathKey === null ? null : { key: pathKey, bearer: bearerOf(head.headers.authorization) };
  },
  read: readEvent,
  unknown: () => unknownKey("ilert's events"),
  refuse({ status, code, detail }) {
    return {
      status,
      body: {
        status,
        message: detail ?? 'The event was not accepted.',
        code: code.toUpperCase().replaceAll('-', '_'),
      },
    };
  },
};

function readEvent(request: ProtocolRequest): Delivery {
  const { isOld, pathKey } = addressOf(request);
  const event = readObject(request.body);
  const eventType = textOf(event, 'eventType')?.toUpperCase() ?? '';
  const given = textOf(event, 'alertKey') ?? textOf(event, 'incidentKey');
  if (!eventTypes.includes(eventType))
    throw invalid('eventType', `must be one of ${eventTypes.join(', ')}`);
  if (eventType === 'ALERT' && textOf(event, 'summary') === null)
    throw invalid('summary', 'is required');
  if (eventType !== 'ALERT' && given === null) throw invalid('alertKey', 'is required');
  const alertKey = given ?? randomUUID();
  const key = pathKey ?? textOf(event, 'integrationKey') ?? textOf(event, 'apiKey') ?? '';
  return {
    raw: asRaw(request, key, { ...withoutKeys(event, ...keyNames), alertKey }),
    key,
    // Clients of the first version accept only 200 and read the former name of the key.
    reply: isOld
      ? { status: 200, body: { incidentKey: alertKey, alertKey } }
      : { status: 202, body: { alertKey } },
  };
}

function addressOf({ path }: RequestHead): { isOld: boolean; pathKey: string | null } {
  const segments = segmentsOf(path);
  const plain = segments[0] === 'api' ? segments.slice(1) : segments;
  const isOld = plain[0] === 'v1';
  const [noun, pathKey = null, ...rest] = isOld ? plain.slice(1) : plain;
  if (noun !== 'events' || rest.length > 0) throw noSuchAddress();
  return { isOld, pathKey };
}

function invalid(field: string, reason: string): AppError {
  return new AppError('validation-failed', words(`The field ${field} ${reason}.`));
}
