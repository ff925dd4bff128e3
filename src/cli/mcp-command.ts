import type { Implementation, Server, ServerCapabilities } from '@modelcontextprotocol/server';
import type { Connection } from './api-connection.ts';

/** The server's introduction, as the protocol defines it. */
interface Introduction {
  capabilities: ServerCapabilities;
  serverInfo: Implementation;
  instructions?: string;
}

/** The requests that go on to the server as they are; all else is the protocol's own. */
const forwarded = {
  tools: ['tools/list', 'tools/call'],
  resources: ['resources/list', 'resources/templates/list', 'resources/read'],
  prompts: ['prompts/list', 'prompts/get'],
  completions: ['completion/complete'],
} as const;

/**
 * Serves the Model Context Protocol on standard input and output, for programs that start their servers themselves.
 * Every request is answered by `/mcp` of the server, with the key of the connection: there is one list of tools, and
 * one set of rights. Ends with the input.
 */
export async function serveMcpOnStdio(connection: Connection): Promise<void> {
  const [sdk, { serveStdio }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  // Before anything is promised: a wrong key or address is said at once.
  const introduction = await send<Introduction>(connection, 'initialize', {
    protocolVersion: sdk.LATEST_PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'tocsin mcp', version: '1' },
  });
  serveStdio(() => forwardingServer(sdk.Server, connection, introduction));
}

function forwardingServer(
  Made: typeof Server,
  connection: Connection,
  { capabilities, serverInfo, instructions }: Introduction,
): Server {
  const server = new Made(serverInfo, { capabilities, ...(instructions && { instructions }) });
  const methods = Object.entries(forwarded).flatMap(([capability, names]) =>
    Object.hasOwn(capabilities, capability) ? names : [],
  );
  for (const method of methods)
    server.setRequestHandler(method, ({ params }) => send(connection, method, params ?? {}));
  return server;
}

/** The result of a request to the server. Throws with what it says against it. */
async function send<Result>(
  { endpoint, apiKey }: Connection,
  method: string,
  params: object,
): Promise<Result> {
  const answer = await fetch(`${endpoint}/mcp`, {
    method: 'POST',
    // No key follows a redirect.
    redirect: 'error',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await answer.text();
  const message = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const { result, error, detail } = parsed(message) as Answer<Result>;
  if (result !== undefined) return result;
  throw new Error(error?.message ?? detail ?? `${endpoint}/mcp answered ${answer.status}.`);
}

interface Answer<Result> {
  result?: Result;
  error?: { message: string };
  /** The detail of an RFC 9457 problem: an answer from before the protocol begins. */
  detail?: string;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
