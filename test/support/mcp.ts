import { Ajv, type ValidateFunction } from 'ajv';
import { allTools } from '../../src/surfaces/mcp/index.ts';
import { loadPublicApi } from '../../src/surfaces/public-api/index.ts';
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

/** A key, or the headers that say whose request it is. */
export type Credentials = string | Readonly<Record<string, string>>;

/** Sends one message of the protocol as a client of 2025 does that keeps no session. */
export async function post(
  server: TestApp,
  credentials: Credentials,
  message: unknown,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${server.app.url}/mcp${query}`, {
    method: 'POST',
    headers: {
      ...(typeof credentials === 'string'
        ? { authorization: `Bearer ${credentials}` }
        : credentials),
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
  credentials: Credentials,
  method: string,
  params: object = {},
  query = '',
): Promise<Result> {
  const message = { jsonrpc: '2.0', id: 1, method, params };
  const { status, text } = await post(server, credentials, message, { query });
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const { result } = JSON.parse(data) as { result?: Result };
  if (result === undefined) throw new Error(`${method} answered ${status}: ${text}`);
  return result;
}

export async function listTools(server: TestApp, key: string, query = ''): Promise<ListedTool[]> {
  return (await ask<{ tools: ListedTool[] }>(server, key, 'tools/list', {}, query)).tools;
}

/** Law: whatever a tool answers is as the list says. */
export async function callTool(
  server: TestApp,
  credentials: Credentials,
  name: string,
  args: object = {},
): Promise<ToolAnswer> {
  const params = { name, arguments: args };
  const answer = await ask<ToolAnswer>(server, credentials, 'tools/call', params);
  const { structuredContent, isError = false } = answer;
  const complaint = isError ? null : await complaintAbout(name, structuredContent);
  if (complaint) throw new Error(`${name} answered what its schema does not say: ${complaint}`);
  return answer;
}

let outputs: Promise<ReadonlyMap<string, ValidateFunction>> | undefined;

async function complaintAbout(name: string, value: unknown): Promise<string | null> {
  outputs ??= compiledOutputs();
  const validate = (await outputs).get(name);
  if (!validate) return 'there is no such tool';
  return validate(value) ? null : JSON.stringify(validate.errors);
}

async function compiledOutputs() {
  const { operations } = await loadPublicApi(
    new URL('../../openapi/bundled/public-v1.json', import.meta.url),
  );
  const ajv = new Ajv({ strict: false, validateFormats: false });
  return new Map(
    allTools(operations).map(({ view }) => [view.name, ajv.compile(view.outputSchema)]),
  );
}
