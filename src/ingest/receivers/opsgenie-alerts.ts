import { randomUUID } from 'node:crypto';
import { ObjectId } from 'bson';
import { AppError, type World } from '../../kernel/index.ts';
import type { Json } from '../../mapping/index.ts';
import { type PayloadDocument, payloadModel } from '../model.ts';
import { rawBodyOf } from '../recover.ts';
import {
  type Delivery,
  demandMethod,
  isObject,
  noSuchAddress,
  type Question,
  type Receiver,
  type ReceiverCall,
  type Reply,
  readJson,
  readObject,
  textOf,
} from './receiver.ts';

/**
 * Opsgenie alert API: create, close, acknowledge and the like below `/v2/alerts`, and the state of a request. The key
 * is the integration's id; where the integration demands a bearer token, `id:token`. Alias, id and tiny
 * id are one and the same here, so `identifierType` makes no difference.
 */
export const opsgenieAlerts: Receiver = {
  typeId: 'OpsgenieAlertApi',
  base: '/api/receivers/opsgenie',
  read(call) {
    const [version, noun, ...rest] = call.path;
    if (version !== 'v2' || noun !== 'alerts') throw noSuchAddress();
    if (rest.length === 0) {
      demandMethod(call, 'POST');
      return readCreate(call);
    }
    if (rest[0] === 'requests' && rest.length === 2 && call.method === 'GET')
      return readRequestState(call, rest[1] ?? '');
    return readAction(call, rest);
  },
  refuse({ status, code, detail, errors }) {
    const said = { took: 0, requestId: randomUUID() };
    if (code === 'validation-failed')
      return {
        status: 422,
        body: {
          message: 'Request body is not processable. Please check the errors.',
          errors: Object.fromEntries(
            Object.entries(errors ?? {}).map(([field, messages]) => [field, messages.join(' ')]),
          ),
          ...said,
        },
      };
    return { status, body: { message: detail ?? 'The request failed.', ...said } };
  },
};

type JsonObject = { [key: string]: Json };

function readCreate(call: ReceiverCall): Delivery {
  const alert = readObject(call.body);
  if (textOf(alert, 'message') === null)
    throw new AppError('validation-failed', 'The alert is not valid.', {
      fields: { message: ['Message can not be empty.'] },
    });
  const hasAlias = textOf(alert, 'alias') !== null;
  return {
    ...addressed(call),
    // As in the original, an alert without an alias is known by its id.
    body: { ...alert, action: 'create', ...(hasAlias ? {} : { id: randomUUID() }) },
    reply: accepted,
  };
}

/** Last segment of the path, by method, and what the mapping calls it. */
const actions: Record<string, Record<string, string>> = {
  POST: {
    close: 'close',
    acknowledge: 'acknowledge',
    unacknowledge: 'unacknowledge',
    notes: 'addNote',
  },
  PUT: {
    message: 'updateMessage',
    description: 'updateDescription',
    priority: 'updatePriority',
  },
};

function readAction(call: ReceiverCall, path: readonly string[]): Delivery {
  const isDelete = call.method === 'DELETE';
  const action = isDelete ? 'delete' : actions[call.method]?.[path.at(-1) ?? ''];
  // Some clients do not encode the slashes of an alias.
  const identifier = (isDelete ? path : path.slice(0, -1)).join('/');
  if (action === undefined || identifier === '')
    throw new AppError(
      'forbidden',
      'This operation is not supported here. Supported are create, close, acknowledge, unacknowledge, notes, ' +
        'message, description, priority, delete and the state of a request.',
    );
  const { alias: _, ...given } = call.body.length === 0 ? {} : asObject(readJson(call.body));
  return {
    ...addressed(call),
    body: { ...given, ...queryFields(call), action, identifier },
    isFollowUp: action !== 'close' && action !== 'delete',
    reply: accepted,
  };
}

/** Clients write "no body" as null, as an empty text or as nothing. */
function asObject(value: Json): JsonObject {
  if (value === null || value === '') return {};
  if (isObject(value)) return value;
  throw new AppError('malformed-body', 'The body is not a JSON object.');
}

/** DELETE has no body: who did it stands in the query. */
function queryFields({ query }: ReceiverCall): JsonObject {
  return Object.fromEntries(
    ['user', 'source'].flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function accepted({ payloadId }: { payloadId: string }, tookSeconds: number): Reply {
  const requestId = requestIdOf(payloadId);
  return {
    status: 202,
    headers: { 'x-request-id': requestId },
    body: { result: 'Request will be processed', took: tookSeconds, requestId },
  };
}

function readRequestState(call: ReceiverCall, requestId: string): Question {
  return {
    ...addressed(call),
    kind: 'question',
    async reply(world, { integrationId }) {
      const document = await findPayload(world, integrationId, requestId);
      if (!document)
        throw new AppError('not-found', 'There is no such request, or it is not processed yet.');
      return { status: 200, body: { data: stateOf(document), took: 0, requestId } };
    },
  };
}

async function findPayload(
  world: World,
  integrationId: string,
  requestId: string,
): Promise<PayloadDocument | null> {
  const payloadId = payloadIdOf(requestId);
  if (payloadId === null) return null;
  return payloadModel(world.store)
    .findOne({ _id: new ObjectId(payloadId), integrationId })
    .lean<PayloadDocument | null>();
}

function stateOf(document: PayloadDocument): object {
  const alert = readObject(rawBodyOf(document).body);
  const isSuccess = document.outcome !== 'Failed' && document.setAside !== true;
  const id = textOf(alert, 'alias') ?? textOf(alert, 'identifier') ?? textOf(alert, 'id') ?? '';
  const action = textOf(alert, 'action') ?? '';
  return {
    success: isSuccess,
    action: action.charAt(0).toUpperCase() + action.slice(1),
    processedAt: document.createdAt.toISOString(),
    integrationId: document.integrationId,
    isSuccess,
    status: document.reason,
    alertId: isSuccess ? id : '',
    alias: isSuccess ? id : '',
  };
}

function addressed({ headers }: ReceiverCall) {
  const given = /^GenieKey\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const colon = given.indexOf(':');
  return {
    kind: 'delivery' as const,
    key: colon < 0 ? given : given.slice(0, colon),
    bearer: colon < 0 ? null : given.slice(colon + 1),
  };
}

/** Request ids are UUIDs in this protocol; ours (version 8) hold the id of the payload, so that nothing else is stored. */
export function requestIdOf(payloadId: string): string {
  const part = (from: number, to: number) => payloadId.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(12, 15)}-8${part(15, 18)}-${part(18, 24)}000000`;
}

export function payloadIdOf(requestId: string): string | null {
  const parts = /^([\da-f]{8})-([\da-f]{4})-8([\da-f]{3})-8([\da-f]{3})-([\da-f]{6})000000$/i.exec(
    requestId,
  );
  return parts?.slice(1).join('') ?? null;
}
