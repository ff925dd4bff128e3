import { randomUUID } from 'node:crypto';
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
  readObject,
  textOf,
  withoutKeys,
} from './receiver.ts';

/** PagerDuty Events API v2: `POST /v2/enqueue` and `POST /v2/change/enqueue`; the routing key is the integration's id. */
export const pagerDutyEvents: Receiver = {
  typeId: 'PagerDutyEvents',
  base: '/api/receivers/pagerduty',
  read(call) {
    const address = call.path.join('/');
    if (address !== 'v2/enqueue' && address !== 'v2/change/enqueue') throw noSuchAddress();
    demandMethod(call, 'POST');
    const event = readObject(call.body);
    return address === 'v2/enqueue' ? readAlertEvent(call, event) : readChangeEvent(call, event);
  },
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

type Event = { [key: string]: Json };

const actions = ['trigger', 'acknowledge', 'resolve'];

function readAlertEvent(call: ReceiverCall, event: Event): Delivery {
  const action = textOf(event, 'event_action');
  const details = isObject(event.payload) ? event.payload : {};
  const given = textOf(event, 'dedup_key');
  const mistakes = {
    routing_key: keyOf(call, event) === '' ? ["'routing_key' is missing or blank"] : [],
    event_action: actions.includes(action ?? '')
      ? []
      : [`'event_action' is invalid (must be one of ${actions.join(', ')})`],
    dedup_key: given === null && action !== 'trigger' ? ["'dedup_key' is missing or blank"] : [],
    // Source and severity have good substitutes; an alarm is not lost for want of them.
    'payload.summary':
      action === 'trigger' && textOf(details, 'summary') === null
        ? ["'payload.summary' is missing or blank"]
        : [],
  };
  refuseMistakes(mistakes);
  const dedupKey = given ?? randomUUID().replaceAll('-', '');
  return {
    ...addressed(call, event),
    body: { ...withoutKeys(event, 'routing_key'), dedup_key: dedupKey },
    isFollowUp: action === 'acknowledge',
    reply: () => ({
      status: 202,
      body: { status: 'success', message: 'Event processed', dedup_key: dedupKey },
    }),
  };
}

function readChangeEvent(call: ReceiverCall, event: Event): Delivery {
  const details = isObject(event.payload) ? event.payload : {};
  refuseMistakes({
    routing_key: keyOf(call, event) === '' ? ["'routing_key' is missing or blank"] : [],
    'payload.summary':
      textOf(details, 'summary') === null ? ["'payload.summary' is missing or blank"] : [],
  });
  return {
    ...addressed(call, event),
    body: withoutKeys(event, 'routing_key'),
    setAside:
      'A change event is kept; it says that something was done, not that something is wrong.',
    reply: () => ({
      status: 202,
      body: { status: 'success', message: 'Change event processed' },
    }),
  };
}

function addressed(call: ReceiverCall, event: Event) {
  return {
    kind: 'delivery' as const,
    key: keyOf(call, event),
    bearer: bearerOf(call.headers.authorization),
  };
}

function keyOf({ headers }: ReceiverCall, event: Event): string {
  const header = headers['x-routing-key'];
  return textOf(event, 'routing_key') ?? (typeof header === 'string' ? header : '');
}

function refuseMistakes(mistakes: Record<string, string[]>): void {
  const fields = Object.fromEntries(
    Object.entries(mistakes).filter(([, messages]) => messages.length > 0),
  );
  if (Object.keys(fields).length > 0)
    throw new AppError('validation-failed', 'The event is not valid.', { fields });
}
