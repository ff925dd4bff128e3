import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutboundClient, type OutboundClient } from '../../src/egress/index.ts';
import { addressList } from '../../src/kernel/index.ts';

export interface ReceivedRequest {
  method: string;
  /** Host that the request was for, before it came here. */
  host: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** The body as JSON; null for any other. */
  json: unknown;
}

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string;
  /** `silent`: no answer; `slow`: headers, and a body that never ends; `lost`: taken, then the connection breaks. */
  trouble?: 'silent' | 'slow' | 'lost';
}

export type Script = (request: ReceivedRequest) => ScriptedAnswer;

/** Stands in for every tool there is: takes requests for any host and answers as a test says. */
export interface ScriptedReceiver {
  requests: ReceivedRequest[];
  /** Answers from now on. */
  play(script: Script): void;
  /** Answers the next requests, before the script is asked again. */
  next(...answers: (ScriptedAnswer | Script)[]): void;
  /** The real client, whose requests come here whatever host they are for. */
  egress: OutboundClient;
  /** The same, giving up after this time. */
  impatient(milliseconds: number): OutboundClient;
  url: string;
  stop(): Promise<void>;
}

export async function startScriptedReceiver(): Promise<ScriptedReceiver> {
  let script: Script = () => ({});
  const upcoming: (ScriptedAnswer | Script)[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (req, res) => {
    const request = await received(req);
    requests.push(request);
    const next = upcoming.shift() ?? script;
    answer(res, typeof next === 'function' ? next(request) : next);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = createOutboundClient({ allowedPrivateTargets: addressList('127.0.0.1') });
  const clientWith = (more: object): OutboundClient => ({
    request(target, options) {
      const { pathname, search, host } = new URL(target);
      const headers = { ...options?.headers, 'x-test-host': host };
      return real.request(url + pathname + search, { ...options, ...more, headers });
    },
  });
  return {
    requests,
    play(next) {
      script = next;
      upcoming.length = 0;
      requests.length = 0;
    },
    next: (...answers) => void upcoming.push(...answers),
    egress: clientWith({}),
    impatient: (timeoutMilliseconds) => clientWith({ timeoutMilliseconds }),
    url,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function received(req: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const url = new URL(req.url ?? '/', 'http://receiver');
  let json: unknown = null;
  try {
    json = JSON.parse(body);
  } catch {
    // A body that is no JSON.
  }
  return {
    method: req.method ?? '',
    host: String(req.headers['x-test-host']),
    path: url.pathname,
    query: url.searchParams,
    headers: req.headers,
    body,
    json,
  };
}

function answer(
  res: ServerResponse,
  { status = 200, headers, json, body, trouble }: ScriptedAnswer,
) {
  if (trouble === 'silent') return;
  if (trouble === 'lost') {
    res.destroy();
    return;
  }
  res.writeHead(status, {
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  });
  if (trouble === 'slow') res.write('{');
  else res.end(json === undefined ? (body ?? '') : JSON.stringify(json));
}
