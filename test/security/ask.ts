import { type IncomingHttpHeaders, request } from 'node:http';

/** A request as it goes over the wire: `fetch` sends neither every header nor every body. */
export interface Question {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  /** Text as it is; anything else as JSON. */
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export function ask({ url, method = 'GET', headers = {}, body }: Question): Promise<Answer> {
  const bytes = body === undefined ? undefined : Buffer.from(textOf(body));
  const described = bytes ? { 'content-length': String(bytes.length) } : {};
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: { ...described, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        // Events go on for as long as somebody listens; whoever has got the first one may listen.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: chunk.toString(),
          });
          response.destroy();
        }
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

function textOf(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

const atOnce = 16;

/** Does the work for all items, some of it at the same time; results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const worker = async () => {
    for (const [place, item] of entries) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** The members of a JSON answer; none where it is something else. */
export function membersOf({ text }: Pick<Answer, 'text'>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
