import { randomUUID } from 'node:crypto';
import { AppError } from '../../kernel/index.ts';
import { bearerOf } from '../admission.ts';
import { demandMethod, noSuchAddress, type Receiver, readObject, textOf } from './receiver.ts';

/**
 * Splunk On-Call (VictorOps) REST endpoint: `POST …/alert/{key}/{routing key}`, below the base or below
 * `/integrations/generic/20131114` as in the original. The key is the integration's id.
 */
export const splunkOnCall: Receiver = {
  typeId: 'SplunkOnCallRest',
  base: '/api/receivers/splunk-on-call',
  read(call) {
    const path =
      call.path.slice(0, 2).join('/') === 'integrations/generic' ? call.path.slice(3) : call.path;
    const [noun, key, routingKey, ...rest] = path;
    if (noun !== 'alert' || key === undefined || rest.length > 0) throw noSuchAddress();
    demandMethod(call, 'POST');
    const alert = readObject(call.body);
    const messageType = textOf(alert, 'message_type');
    if (messageType === null)
      throw new AppError('validation-failed', 'The field message_type is required.');
    const entityId = textOf(alert, 'entity_id') ?? randomUUID();
    return {
      kind: 'delivery',
      key,
      bearer: bearerOf(call.headers.authorization),
      body: { ...alert, entity_id: entityId },
      query: { ...call.query, ...(routingKey === undefined ? {} : { routingKey }) },
      isFollowUp: /^ack/i.test(messageType),
      reply: () => ({ status: 200, body: { result: 'success', entity_id: entityId } }),
    };
  },
  refuse({ status, detail }) {
    return { status, body: { result: 'failure', message: detail ?? 'The alert was not taken.' } };
  },
};
