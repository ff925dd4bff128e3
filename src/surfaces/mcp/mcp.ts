import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type Request as Received, type Response as Reply, Router } from 'express';
import {
  type ApiDocument,
  type AskInProcess,
  arrivalOf,
  bodyReader,
  countRequest,
  type Metrics,
  noteForLine,
  watchRequests,
  withoutCookies,
} from '../../http/index.ts';
import { noteClient } from '../../identity/index.ts';
import { refusal, say } from '../../sentences/index.ts';
import {
  type AuthenticatorOptions,
  createAuthenticator,
  type Traits,
} from '../public-api/index.ts';
import type { AsTerraform } from './asking.ts';
import { clientName } from './client-name.ts';
import { demandOwnHost } from './demand-own-host.ts';
import { createToolbox, selectionOf, type Toolbox } from './tool-list.ts';

export interface McpOptions extends AuthenticatorOptions {
  documents: { publicApi: ApiDocument<Traits> };
  metrics: Metrics;
  asTerraform: AsTerraform;
  /** The version of this server, as clients are told. */
  version: string;
}

const bodyBytesMax = 1024 * 1024;
/** Every key may ask it: by it the surface finds out whose key it is. */
const whoAmI = 'getAuthMe';
const keyHeaders = ['authorization', 'x-api-key', 'x-authorization'];

/** `/mcp`: agents with a key. `ask` reaches the routers of this server. */
export function createMcp(options: McpOptions, ask: AskInProcess): Router {
  const { world, metrics, documents, limiter, publicUrl, version, asTerraform } = options;
  const { operations, basePath } = documents.publicApi;
  const authenticate = createAuthenticator(options);
  const asWhom = operations.find(({ operationId }) => operationId === whoAmI);
  if (!asWhom) throw new Error(`The Public API has no ${whoAmI}.`);
  const readBody = bodyReader(bodyBytesMax);
  let toolbox: Toolbox | undefined;
  const router = Router({ caseSensitive: true });
  router.all('/mcp', watchRequests(world.log, metrics, 'mcp'), async (req, res) => {
    demandOwnHost(req.headers, publicUrl());
    const arrival = withoutCookies(arrivalOf(req, () => readBody(req, res)));
    const caller = await authenticate(asWhom, arrival);
    const keyId = caller.key?.id ?? '';
    noteForLine(res, { keyId });
    const count = { scope: 'mcp', key: keyId, what: say('requestsOfAgent') };
    await countRequest({ limiter, clock: world.clock }, count, res, 'when refused');
    const message = messageOf(await arrival.rawBody());
    const client = clientName(message.value, arrival.headers.get('user-agent'));
    if (caller.key && client !== undefined) noteClient(world, caller.key, client);
    toolbox ??= createToolbox(operations);
    // The SDK costs a start its time, and most servers never need it.
    const { serveMcp } = await import('./serve.ts');
    const url = new URL(req.originalUrl, publicUrl());
    const asking = {
      caller,
      credentials: Object.fromEntries(
        [...arrival.headers].filter(([name]) => keyHeaders.includes(name)),
      ),
      address: arrival.address,
      client,
      requestId: arrival.requestId,
      basePath,
      toolbox,
      selection: selectionOf(url.searchParams),
      ask,
      asTerraform,
    };
    await send(await serveMcp(asking, version, webRequest(req, url, message), message.value), res);
  });
  return router;
}

interface Message {
  text: string | undefined;
  /** Undefined for what is no JSON, which the protocol has an answer for. */
  value: unknown;
}

/** Throws 400 for several messages in one: what is answered to one would be lost in the other. */
function messageOf(bytes: Buffer | undefined): Message {
  if (bytes === undefined) return { text: undefined, value: undefined };
  const text = bytes.toString('utf8');
  const value = parsed(text);
  if (Array.isArray(value)) throw refusal('malformed-body', say('noBatches'));
  return { text, value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function webRequest(req: Received, url: URL, { text }: Message): Request {
  const headers = Object.entries(req.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const body = text === undefined || req.method === 'GET' ? null : text;
  return new Request(url, { method: req.method, headers, body });
}

async function send(answer: Response, res: Reply): Promise<void> {
  res.status(answer.status);
  for (const [name, value] of answer.headers) res.set(name, value);
  if (answer.body === null) res.end();
  else await pipeline(Readable.fromWeb(answer.body as ReadableStream), res);
}
