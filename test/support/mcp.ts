import type { TestApp } from './app.ts';

export interface ToolAnswer {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface ListedTool {
  name: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  annotations: { readOnlyHint: boolean };
}

/** Sends one message of the protocol as a client of 2025 does that keeps no session. */
export async function post(
  server: TestApp,
  key: string,
  message: unknown,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${server.app.url}/mcp${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  return { status: answer.status, text: await answer.text() };
}

/** The result of a request, out of JSON or of an event. Throws what was answered instead. */
export async function ask<Result>(
  server: TestApp,
  key: string,
  method: string,
  params: object = {},
  query = '',
): Promise<Result> {
  const message = { jsonrpc: '2.0', id: 1, method, params };
  const { status, text } = await post(server, key, message, { query });
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const { result } = JSON.parse(data) as { result?: Result };
  if (result === undefined) throw new Error(`${method} answered ${status}: ${text}`);
  return result;
}

export async function listTools(server: TestApp, key: string, query = ''): Promise<ListedTool[]> {
  return (await ask<{ tools: ListedTool[] }>(server, key, 'tools/list', {}, query)).tools;
}

export function callTool(
  server: TestApp,
  key: string,
  name: string,
  args: object = {},
): Promise<ToolAnswer> {
  return ask<ToolAnswer>(server, key, 'tools/call', { name, arguments: args });
}
