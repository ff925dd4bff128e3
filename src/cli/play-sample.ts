import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { reach } from './api-connection.ts';

/** The request of a sample, as `templates/README.md` describes it. */
interface SampleRequest {
  method?: string;
  contentType?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export interface Played {
  status: number;
  text: string;
}

/** Posts a sample of a template to a webhook URL, as the monitoring tool would. */
export async function playSample(folder: string, name: string, url: string): Promise<Played> {
  const request = await readSample(folder, name);
  const type = request.contentType ?? 'application/json';
  const target = new URL(url);
  for (const [key, value] of Object.entries(request.query ?? {}))
    target.searchParams.append(key, value);
  const method = request.method ?? 'POST';
  const body = method === 'GET' ? undefined : bodyOf(request.body, type);
  const answer = await reach(target.href, {
    method,
    headers: { 'content-type': type, ...request.headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function readSample(folder: string, name: string): Promise<SampleRequest> {
  const files = await readdir(join(folder, 'samples'));
  const names = files.map((file) => file.replace(/\.yaml$/, ''));
  if (!names.includes(name))
    throw new Error(`There is no sample ${name}; use one of: ${names.toSorted().join(', ')}.`);
  const text = await readFile(join(folder, 'samples', `${name}.yaml`), 'utf8');
  return (load(text) as { request: SampleRequest }).request;
}

function bodyOf(body: unknown, type: string): string | undefined {
  if (body === undefined || body === null || typeof body === 'string') return body ?? undefined;
  if (type.startsWith('application/x-www-form-urlencoded'))
    return new URLSearchParams(body as Record<string, string>).toString();
  return JSON.stringify(body);
}
