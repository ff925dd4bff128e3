import { randomUUID } from 'node:crypto';
import { AppError } from '../../../kernel/index.ts';
import { say } from '../../../sentences/index.ts';
import { bearerOf } from '../credentials.ts';
import type { Dialect, RequestHead } from './dialect.ts';
import {
  asRaw,
  demandMethod,
  noSuchAddress,
  readObject,
  segmentsOf,
  textOf,
  unknownKey,
} from './json-body.ts';

/**
 * Splunk On-Call (VictorOps) REST endpoint: `POST …/alert/{key}/{routing key}`, below the base or below
 * `/integrations/generic/20131114` as in the original. The key is the integration's ingest token.
 */
export const splunkOnCall: Dialect = {
  base: '/api/receivers/splunk-on-call/',
  protocol: 'splunk-on-call',
  credentialsOf(head) {
    const { key } = addressOf(head);
    demandMethod(head, 'POST');
    return { key, bearer: bearerOf(head.headers.authorization) };
  },
  read(request) {
    const { key, routingKey } = addressOf(request);
    const alert = readObject(request.body);
    if (textOf(alert, 'message_type') === null)
      throw new AppError('validation-failed', say('messageTypeMissing'));
    const entityId = textOf(alert, 'entity_id') ?? randomUUID();
    const more: Record<string, string> = routingKey === undefined ? {} : { routingKey };
    return {
      raw: asRaw(request, key, { ...alert, entity_id: entityId }, more),
      reply: { status: 200, body: { result: 'success', entity_id: entityId } },
    };
  },
  unknown: () => unknownKey("Splunk On-Call's alerts"),
  refuse({ status, detail }) {
    return {
      status,
      body: { result: 'failure', message: detail ?? 'The alert was not accepted.' },
    };
  },
};

function addressOf({ path }: RequestHead): { key: string; routingKey: string | undefined } {
  const segments = segmentsOf(path);
  const isLong = segments.slice(0, 2).join('/') === 'integrations/generic';
  const [noun, key, routingKey, ...rest] = isLong ? segments.slice(3) : segments;
  if (noun !== 'alert' || key === undefined || rest.length > 0) throw noSuchAddress();
  return { key, routingKey };
}
