import { signedInAgain } from './signed-in-again.ts';

/**
 * The limit for people is 30 requests to one address in 20 seconds (specification, section 8). Some are left for other
 * windows of the same person.
 */
const requestsMax = 20;
const windowMilliseconds = 20_000;
const retriesMax = 3;

const sent = new Map<string, number[]>();

/**
 * `fetch` that keeps to the limits: it waits for its turn before it asks, and as long as a 429 says. While the session
 * is over it waits for the person to sign in again, and then asks again.
 */
export async function patientFetch(request: Request): Promise<Response> {
  for (let attempt = 0; ; ) {
    await turn(`${request.method} ${new URL(request.url).pathname}`, request.signal);
    const response = await fetch(request.clone());
    if (response.status === 401 && (await signedInAgain())) {
      attempt = 0;
      continue;
    }
    if (response.status !== 429 || attempt === retriesMax) return response;
    attempt += 1;
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await pause(Math.min(60, Math.max(1, seconds)) * 1000, request.signal);
  }
}

async function turn(address: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const now = Date.now();
    const recent = (sent.get(address) ?? []).filter((time) => time > now - windowMilliseconds);
    const [oldest] = recent;
    if (oldest === undefined || recent.length < requestsMax) {
      sent.set(address, [...recent, now]);
      forget(now);
      return;
    }
    await pause(oldest + windowMilliseconds - now, signal);
  }
}

/** Addresses contain ids: a tab that is open for weeks would gather them. */
function forget(now: number): void {
  if (sent.size < 500) return;
  for (const [address, times] of sent)
    if ((times.at(-1) ?? 0) < now - windowMilliseconds) sent.delete(address);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
