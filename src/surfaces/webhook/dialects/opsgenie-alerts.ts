import { randomUUID } from 'node:crypto';
import { keptQuery, type RawBody } from '../../../bodies/index.ts';
import type { PayloadDocument } from '../../../ingest/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { isJsonObject, type Json } from '../../../mapping/index.ts';
import { inEnglish, say, words } from '../../../sentences/index.ts';
import type {
  Delivery,
  Dialect,
  ProtocolRequest,
  Question,
  Reply,
  RequestHead,
} from './dialect.ts';
import { genieKeyOf } from './genie-key.ts';
import {
  asRaw,
  demandMethod,
  type JsonObject,
  noSuchAddress,
  readJson,
  readObject,
  segmentsOf,
  textOf,
  unknownKey,
} from './json-body.ts';

/**
 * Opsgenie alert API: create, close, acknowledge and the like below `/v2/alerts`, and the state of a request. Alias,
 * id and tiny id are one and the same here, so `identifierType` makes no difference.
 */
export const opsgenieAlerts: Dialect = {
  base: '/api/receivers/opsgenie/',
  protocol: 'opsgenie',
  credentialsOf(head) {
    const path = alertPathOf(head);
    if (path.length === 0) demandMethod(head, 'POST');
    else if (askedRequestOf(head) === null) demandAction(head, path);
    return genieKeyOf(head);
  },
  questionOf(head) {
    const requestId = askedRequestOf(head);
    return requestId === null ? null : requestState(requestId);
  },
  read(request) {
    const path = alertPathOf(request);
    return path.length === 0 ? readCreate(request) : readAction(request, path);
  },
  replyTo: accepted,
  unknown: () => unknownKey("Opsgenie's alerts"),
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

/** The rest of the path after `/v2/alerts`. */
function alertPathOf({ path }: RequestHead): string[] {
  const [version, noun, ...rest] = segmentsOf(path);
  if (version !== 'v2' || noun !== 'alerts') throw noSuchAddress();
  return rest;
}

function readCreate(request: ProtocolRequest): Delivery {
  const alert = readObject(request.body);
  if (textOf(alert, 'message') === null)
    throw new AppError('validation-failed', words('The alert is not valid.'), {
      fields: { message: [words('Message can not be empty.')] },
    });
  const hasAlias = textOf(alert, 'alias') !== null;
  // As in the original, an alert without an alias is known by its id.
  const body = { ...alert, action: 'create', ...(hasAlias ? {} : { id: randomUUID() }) };
  return { raw: asRaw(request, genieKeyOf(request).key, body) };
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

function demandAction({ method }: RequestHead, path: readonly string[]) {
  const isDelete = method === 'DELETE';
  const action = isDelete ? 'delete' : actions[method]?.[path.at(-1) ?? ''];
  // Some clients do not encode the slashes of an alias.
  const identifier = (isDelete ? path : path.slice(0, -1)).join('/');
  if (action === undefined || identifier === '')
    throw new AppError('forbidden', say('alertOperationUnsupported'));
  return { action, identifier };
}

function readAction(request: ProtocolRequest, path: readonly string[]): Delivery {
  const { action, identifier } = demandAction(request, path);
  const { alias: _, ...given } = request.body.length === 0 ? {} : asObject(readJson(request.body));
  const body = { ...given, ...queryFields(request), action, identifier };
  return { raw: asRaw(request, genieKeyOf(request).key, body) };
}

/** Clients write "no body" as null, as an empty text or as nothing. */
function asObject(value: Json): JsonObject {
  if (value === null || value === '') return {};
  if (isJsonObject(value)) return value;
  throw new AppError('malformed-body', say('bodyNoObject'));
}

/** DELETE has no body: the query names the person. */
function queryFields({ query }: RequestHead): JsonObject {
  const fields = keptQuery(query);
  return Object.fromEntries(
    ['user', 'source'].flatMap((name) => {
      const value = fields[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function accepted({ payloadId }: { payloadId: string }, tookSeconds: number): Reply {
  const requestId = requestIdOfPayload(payloadId);
  return {
    status: 202,
    headers: { 'x-request-id': requestId },
    body: { result: 'Request will be processed', took: tookSeconds, requestId },
  };
}

function askedRequestOf(head: RequestHead): string | null {
  const [first, requestId, ...rest] = alertPathOf(head);
  return first === 'requests' && rest.length === 0 && head.method === 'GET'
    ? (requestId ?? null)
    : null;
}

function requestState(requestId: string): Question {
  return async (world, { integrationId }) => {
    // Here only: the thread that reads large bodies has no use for all that `ingest` needs.
    const { findPayload, rawBodyOf } = await import('../../../ingest/index.ts');
    const payloadId = payloadIdOf(requestId);
    const document = payloadId === null ? null : await findPayload(world, integrationId, payloadId);
    if (!document) throw new AppError('not-found', say('noSuchAlertRequest'));
    return {
      status: 200,
      body: { data: stateOf(document, rawBodyOf(document)), took: 0, requestId },
    };
  };
}

function stateOf(document: PayloadDocument, { body }: RawBody): object {
  const alert = readObject(body);
  const isSuccess = document.outcome !== 'Failed' && document.outcome !== 'Discarded';
  const id = textOf(alert, 'alias') ?? textOf(alert, 'identifier') ?? textOf(alert, 'id') ?? '';
  const action = textOf(alert, 'action') ?? '';
  return {
    success: isSuccess,
    action: action.charAt(0).toUpperCase() + action.slice(1),
    processedAt: document.createdAt.toISOString(),
    integrationId: document.integrationId,
    isSuccess,
    status: inEnglish(document.reason),
    alertId: isSuccess ? id : '',
    alias: isSuccess ? id : '',
  };
}

/**
 * Request ids are UUIDs in this protocol; ours (version 8) hold the id of the payload, so that nothing else is stored.
 */
function requestIdOfPayload(payloadId: string): string {
  const part = (from: number, to: number) => payloadId.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(12, 15)}-8${part(15, 18)}-${part(18, 24)}000000`;
}

function payloadIdOf(requestId: string): string | null {
  const parts = /^([\da-f]{8})-([\da-f]{4})-8([\da-f]{3})-8([\da-f]{3})-([\da-f]{6})000000$/i.exec(
    requestId,
  );
  return parts?.slice(1).join('') ?? null;
}
