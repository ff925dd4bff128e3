import type { components } from '../contract/index.ts';
import { errorText } from './error-text.ts';
import { type Profile, profileNamed, readProfiles } from './profiles.ts';

export type Wire = components['schemas'];

export type Connection = Profile;

/**
 * Where the server is and who calls: the profile that is named, by `--profile` or TOCSIN_PROFILE; else TOCSIN_ENDPOINT
 * and TOCSIN_API_KEY; else the current profile.
 */
export function connectionOf(env: NodeJS.ProcessEnv): Connection {
  const { TOCSIN_PROFILE: name, TOCSIN_ENDPOINT: endpoint, TOCSIN_API_KEY: apiKey } = env;
  if (name) return profileNamed(readProfiles(env), name);
  if (endpoint && apiKey) return { endpoint: endpoint.replace(/\/+$/, ''), apiKey };
  // Half of it would send a key to a server that it is not for.
  if (endpoint || apiKey)
    throw new Error(`Set ${endpoint ? 'TOCSIN_API_KEY' : 'TOCSIN_ENDPOINT'}, too, or neither.`);
  const profiles = readProfiles(env);
  if (profiles.current === null)
    throw new Error('Run tocsin login, or set TOCSIN_ENDPOINT and TOCSIN_API_KEY.');
  return profileNamed(profiles, profiles.current);
}

/** Calls an operation of the Public API that reads; a refusal is thrown in the server's own words. */
export function readApi<Body>(connection: Connection, path: string): Promise<Body> {
  return callApi(connection, path, {});
}

/** The same for one that takes a body. */
export function postApi<Body>(
  connection: Connection,
  path: string,
  body: object,
  milliseconds?: number,
): Promise<Body> {
  return sendApi(connection, 'POST', path, body, milliseconds);
}

/** The same for one that changes what is there. */
export function patchApi<Body>(connection: Connection, path: string, body: object): Promise<Body> {
  return sendApi(connection, 'PATCH', path, body);
}

/** As often as the server itself decides again where somebody else is faster. */
const attemptsMax = 5;

/**
 * Replaces an object by what `change` makes of it; undefined leaves it as it is. Decides again where somebody has
 * changed it meanwhile, so that nothing is undone that its author did not see.
 */
export async function changeApi<Body extends object>(
  connection: Connection,
  path: string,
  change: (present: Body) => object | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const present = await ask(connection, path, { headers: json });
    const etag = present.headers.get('etag');
    const next = change((await present.json()) as Body);
    if (next === undefined) return;
    const init = {
      method: 'PUT',
      headers: { ...json, 'content-type': json.accept, ...(etag && { 'if-match': etag }) },
      body: JSON.stringify(next),
    };
    const isLast = attempt === attemptsMax;
    const { status } = await ask(connection, path, init, isLast ? undefined : changedSince);
    if (status !== changedSince) return;
  }
}

const changedSince = 412;

/** The same for one that deletes. */
export async function deleteApi(connection: Connection, path: string): Promise<void> {
  await callApi(connection, path, { method: 'DELETE' });
}

function sendApi<Body>(
  connection: Connection,
  method: string,
  path: string,
  body: object,
  milliseconds?: number,
): Promise<Body> {
  return callApi(connection, path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(milliseconds === undefined ? {} : { signal: AbortSignal.timeout(milliseconds) }),
  });
}

/** A file that an operation answers. */
export async function download(
  connection: Connection,
  path: string,
): Promise<{ bytes: Buffer; contentType: string }> {
  const answer = await ask(connection, path, { headers: { accept: '*/*' } });
  return {
    bytes: Buffer.from(await answer.arrayBuffer()),
    contentType: answer.headers.get('content-type') ?? 'unknown',
  };
}

async function callApi<Body>(
  connection: Connection,
  path: string,
  { headers, ...init }: RequestInit,
): Promise<Body> {
  const answer = await ask(connection, path, { ...init, headers: { ...headers, ...json } });
  return (await answer.json()) as Body;
}

const json = { accept: 'application/json' };

/** Throws what the server refuses, unless it answers `expected`. */
async function ask(
  { endpoint, apiKey }: Connection,
  path: string,
  { headers, ...init }: RequestInit,
  expected?: number,
): Promise<Response> {
  const answer = await reach(`${endpoint}/api/public/v1${path}`, {
    ...init,
    headers: { ...headers, 'x-api-key': apiKey },
    // Followed, the key would go to whomever it leads to.
    redirect: 'manual',
  });
  const elsewhere = answer.headers.get('location');
  if (answer.status >= 300 && answer.status < 400 && elsewhere) {
    const { origin } = URL.parse(elsewhere, endpoint) ?? { origin: elsewhere };
    throw new Error(`${endpoint} leads to ${origin}: use that address.`);
  }
  if (!answer.ok && answer.status !== expected)
    throw new Error(`${endpoint} answers ${answer.status}: ${detailOf(await answer.text())}`);
  return answer;
}

/** `fetch`, saying of a server that does not answer which one it is and why. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(30_000), ...init });
  } catch (cause) {
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    const why = errorText(inner);
    throw new Error(`${new URL(url).origin} cannot be reached: ${why}`, { cause });
  }
}

/** Detail of a problem document, with the members at fault; else the text itself, shortened. */
export function detailOf(text: string): string {
  try {
    const problem = JSON.parse(text) as Partial<Wire['Problem']> | null;
    const detail = problem?.detail ?? problem?.title;
    if (typeof detail !== 'string') return text.slice(0, 200);
    const members = Object.entries(problem?.errors ?? {})
      .filter(([, messages]) => !messages.every((message) => detail.includes(message)))
      .map(([member, messages]) => `\n  ${member}: ${messages.join('; ')}`);
    return `${detail}${members.join('')}`;
  } catch {
    // Not from us: a proxy in between, perhaps.
  }
  return text.slice(0, 200);
}
