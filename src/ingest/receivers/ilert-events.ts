import { randomUUID } from 'node:crypto';
import { AppError } from '../../kernel/index.ts';
import { bearerOf } from '../admission.ts';
import {
  demandMethod,
  noSuchAddress,
  type Receiver,
  type ReceiverCall,
  readObject,
  textOf,
  withoutKeys,
} from './receiver.ts';

const eventTypes = ['ALERT', 'ACCEPT', 'RESOLVE', 'COMMENT'];

/**
 * ilert events: `POST /events`, `/api/events` and the older `/api/v1/events`, with the key (the integration's id) in the body
 * as `integrationKey` or `apiKey`, or behind the address.
 */
export const ilertEvents: Receiver = {
  typeId: 'IlertEvents',
  base: '/api/receivers/ilert',
  read(call) {
    const { isOld, pathKey } = readAddress(call);
    demandMethod(call, 'POST');
    const event = readObject(call.body);
    const eventType = textOf(event, 'eventType')?.toUpperCase() ?? '';
    const given = textOf(event, 'alertKey') ?? textOf(event, 'incidentKey');
    if (!eventTypes.includes(eventType))
      throw invalid('eventType', `must be one of ${eventTypes.join(', ')}`);
    if (eventType === 'ALERT' && textOf(event, 'summary') === null)
      throw invalid('summary', 'is required');
    if (eventType !== 'ALERT' && given === null) throw invalid('alertKey', 'is required');
    const alertKey = given ?? randomUUID();
    return {
      kind: 'delivery',
      key: textOf(event, 'integrationKey') ?? textOf(event, 'apiKey') ?? pathKey,
      bearer: bearerOf(call.headers.authorization),
      body: { ...withoutKeys(event, 'integrationKey', 'apiKey'), alertKey },
      isFollowUp: eventType === 'ACCEPT',
      // Clients of the first version take nothing but 200 and read the former name of the key.
      reply: () =>
        isOld
          ? { status: 200, body: { incidentKey: alertKey, alertKey } }
          : { status: 202, body: { alertKey } },
    };
  },
  refuse({ status, code, detail }) {
    return {
      status,
      body: {
        status,
        message: detail ?? 'The event was not taken.',
        code: code.toUpperCase().replaceAll('-', '_'),
      },
    };
  },
};

function readAddress({ path }: ReceiverCall): { isOld: boolean; pathKey: string } {
  const plain = path[0] === 'api' ? path.slice(1) : path;
  const isOld = plain[0] === 'v1';
  const [noun, pathKey = '', ...rest] = isOld ? plain.slice(1) : plain;
  if (noun !== 'events' || rest.length > 0) throw noSuchAddress();
  return { isOld, pathKey };
}

function invalid(field: string, reason: string): AppError {
  return new AppError('validation-failed', `The field ${field} ${reason}.`);
}
