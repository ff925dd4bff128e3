import { type Clock, isObject } from '../../kernel/index.ts';
import type { Product } from '../products/product.ts';
import { askedWait, patienceMilliseconds, pauseAfter, waitBefore } from './waits.ts';

/** The clock of a run, which tests move. */
export interface Time extends Clock {
  sleep(milliseconds: number): Promise<void>;
  /** 0 to 1. */
  jitter(): number;
}

export interface Target {
  /** As `baseUrlOf` gives it. */
  url: string;
  key: string;
  fetch(url: string, init: RequestInit): Promise<Response>;
  time: Time;
}

export type Answer =
  | { outcome: 'read'; body: unknown; headers: Headers }
  /** `said` is what the product says about it. */
  | { outcome: 'refused'; status: number; said: string };

export interface Client {
  /** Throws `ReadError` where asking again does not help. With a body it is posted as JSON. */
  read(path: string, headers?: Readonly<Record<string, string>>, body?: object): Promise<Answer>;
  /** As the network has it: for what is kept elsewhere, which must not see the key. */
  fetch: Target['fetch'];
  time: Time;
}

/** Why something cannot be read. `endsRun`: and neither can anything else. */
export class ReadError extends Error {
  readonly endsRun: boolean;

  constructor(
    message: string,
    { endsRun = false, cause }: { endsRun?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ReadError';
    this.endsRun = endsRun;
  }
}

type Attempt = Answer | { outcome: 'again'; why: string; askedMilliseconds: number };

const bodyBytesMax = 64 * 1024 * 1024;
const timeoutMilliseconds = 60_000;
const passing = new Set([408, 425, 429]);
const busyMilliseconds = 60_000;
const secretLengthMin = 16;

/** Asks a product for one thing after the other, as fast as it allows. */
export function createClient(product: Product, target: Target): Client {
  const { time } = target;
  /** When the next request may leave, by `time.elapsed()`. */
  let freeAt = Number.NEGATIVE_INFINITY;
  let failingSince: number | null = null;
  let hasAnswered = false;

  const attempt = async (path: string, headers: object, body?: object): Promise<Attempt> => {
    const early = freeAt - time.elapsed();
    if (early > 0) await time.sleep(early);
    freeAt = time.elapsed() + 1000 / product.pace.requestsPerSecond;
    let answer: Response;
    let text: string;
    try {
      answer = await target.fetch(`${target.url}${path}`, {
        headers: { ...headers, ...product.headersOf(target.key) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      text = await textOf(answer);
    } catch (error) {
      if (error instanceof ReadError) throw error;
      const why = `${target.url} cannot be reached: ${reasonOf(error)}`;
      // Most likely the address is wrong: nobody should wait ten minutes to hear it.
      if (!hasAnswered) throw new ReadError(why, { endsRun: true, cause: error });
      return { outcome: 'again', why, askedMilliseconds: 0 };
    }
    const isFirst = !hasAnswered;
    hasAnswered = true;
    freeAt = Math.max(freeAt, time.elapsed() + pauseAfter(answer.headers, product.pace));
    return judge(answer, text, isFirst);
  };

  const judge = ({ status, headers }: Response, text: string, isFirst: boolean): Attempt => {
    const said = masked(saidIn(text), target.key);
    if (status === 401 || (isFirst && status === product.pace.busyStatus))
      throw new ReadError(
        `${target.url} does not know the key (${status}${said}).${otherAddress(target.url, product)}`,
        { endsRun: true },
      );
    if (status >= 300 && status < 400)
      throw new ReadError(
        `${target.url} sends requests elsewhere (${status}), which would hand the key on. Give the ` +
          'address itself with --url.',
        { endsRun: isFirst },
      );
    if (status >= 500 || passing.has(status)) {
      const askedMilliseconds = askedWait(headers, product.pace, time.now());
      return { outcome: 'again', why: `${target.url} answers ${status}${said}`, askedMilliseconds };
    }
    if (status >= 400) return { outcome: 'refused', status, said };
    try {
      return { outcome: 'read', body: JSON.parse(text) as unknown, headers };
    } catch (cause) {
      throw new ReadError('The answer is not JSON: something else answers in place of the API.', {
        cause,
      });
    }
  };

  return {
    time,
    fetch: target.fetch,
    async read(path, headers = {}, body) {
      let hasPaused = false;
      for (let failures = 0; ; failures++) {
        const startedAt = time.elapsed();
        const tried = await attempt(path, headers, body);
        const mayBeBusy = 'status' in tried && tried.status === product.pace.busyStatus;
        if (mayBeBusy && !hasPaused) {
          hasPaused = true;
          await time.sleep(busyMilliseconds);
          continue;
        }
        if (tried.outcome !== 'again') {
          failingSince = null;
          return tried;
        }
        failingSince ??= startedAt;
        const wait = waitBefore(failures, tried.askedMilliseconds, time.jitter());
        // Earlier failures count, too: the client waits once for a product that is gone, not once per kind.
        if (time.elapsed() + wait - failingSince > patienceMilliseconds)
          throw new ReadError(`${tried.why}. No answer within 10 minutes: run this again later.`);
        await time.sleep(wait);
      }
    },
  };
}

/** `text` without the key, whatever repeats it; of a key such as `id:secret` also without the secret alone. */
export function masked(text: string, key: string): string {
  const parts = key.split(':').filter((part) => part.length >= secretLengthMin);
  return [key, ...parts].reduce(
    (rest, part) => rest.replaceAll(part, '(the key of this run)'),
    text,
  );
}

/** Throws `ReadError` where it is larger. */
export async function textOf(answer: Response, bytesMax = bodyBytesMax): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax)
      throw new ReadError(`An answer is larger than ${bytesMax / 1024 / 1024} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Where else a key may be known, as a sentence; nothing where there is no such place. */
function otherAddress(url: string, product: Product): string {
  const other = url === product.url ? product.otherUrl : product.url;
  return other === null ? '' : ` A key of another region needs --url ${other}.`;
}

/** The text of an error, after a colon: `message` of Opsgenie and PagerDuty, `detail` of OnCall. */
function saidIn(text: string): string {
  let message: unknown;
  try {
    const body: unknown = JSON.parse(text);
    if (isObject(body))
      message = isObject(body.error) ? body.error.message : (body.message ?? body.detail);
  } catch {
    // A proxy in between, perhaps: its page says nothing in one line.
  }
  return typeof message === 'string' ? `: ${message.replaceAll(/\s+/g, ' ').slice(0, 200)}` : '';
}

export function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}
