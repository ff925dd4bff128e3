import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JSON_SCHEMA, load } from 'js-yaml';
import type { Json } from '../mapping/index.ts';

/** A request in the format of a tool. */
export interface SampleRequest {
  method: string;
  contentType: string;
  headers: Record<string, string>;
  /** Behind the question mark of the address. */
  query: string;
  body: string;
}

interface SampleFile {
  request?: {
    method?: string;
    contentType?: string;
    headers?: Record<string, string>;
    query?: Record<string, string>;
    body?: Json;
  };
}

/** The sample of a problem that begins: `open.yaml`, else the first whose name starts so. */
export async function readSample(directory: string, typeId: string): Promise<SampleRequest | null> {
  const folder = join(directory, typeId, 'samples');
  const names = (await readdir(folder).catch(() => [])).toSorted();
  const name =
    names.find((one) => one === 'open.yaml') ?? names.find((one) => one.startsWith('open'));
  if (name === undefined) return null;
  // Moments stay the texts that the tool sends.
  const text = await readFile(join(folder, name), 'utf8');
  const { request } = load(text, { schema: JSON_SCHEMA }) as SampleFile;
  if (!request) return null;
  const contentType = request.contentType ?? 'application/json';
  return {
    method: request.method ?? 'POST',
    contentType,
    headers: request.headers ?? {},
    query: new URLSearchParams(request.query).toString(),
    body: bodyText(contentType, request.body ?? ''),
  };
}

/** A text is sent as it is, an object in the form that its content type asks for. */
function bodyText(contentType: string, body: Json): string {
  if (typeof body === 'string') return body;
  if (!contentType.startsWith('application/x-www-form-urlencoded'))
    return JSON.stringify(body, null, 2);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  return form.toString();
}
