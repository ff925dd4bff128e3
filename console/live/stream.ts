import { signedInAgain } from '../api/signed-in-again.ts';
import { readEvents, type StreamEvent } from './event-reader.ts';

export interface StreamOptions {
  /** Payloads of this integration instead of incidents. */
  integrationId?: string;
  /** When the page began to fetch what it shows, by the server. */
  pageFrom?: string | undefined;
  /** Where to go on. */
  position?: string | undefined;
  onEvent(event: StreamEvent): void;
  /** Whether what happens is told at the moment. */
  onState(isLive: boolean): void;
}

/**
 * The server says something every 15 s; after this long without a word the connection is dead, whatever the browser
 * thinks.
 */
const silenceMilliseconds = 40_000;
/** A pause of the whole page, such as sleep, that a connection seldom survives. */
const sleepMilliseconds = 20_000;
const pausesMilliseconds = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];

/**
 * Keeps a stream open until `signal`: comes back where it was, sooner at first and later when that does not help, at
 * once when the network is back.
 */
export async function keepStream(options: StreamOptions, signal: AbortSignal): Promise<void> {
  let { position } = options;
  let failures = 0;
  while (!signal.aborted) {
    const connection = new AbortController();
    const stop = () => connection.abort();
    signal.addEventListener('abort', stop);
    try {
      const answer = await fetch(addressOf(options), {
        headers: {
          accept: 'text/event-stream',
          ...(position ? { 'last-event-id': position } : {}),
        },
        signal: connection.signal,
        cache: 'no-store',
      });
      if (answer.status === 401 && !(await signedInAgain())) return;
      // Out of sight or not allowed: asking again would not change it.
      if (answer.status === 403 || answer.status === 404) return;
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      const watch = watchSilence(stop);
      try {
        for await (const event of readEvents(answer.body)) {
          watch.heard();
          position = event.id || position;
          failures = 0;
          if (event.name === 'ready') options.onState(true);
          options.onEvent(event);
          if (event.name === 'end') break;
        }
      } finally {
        watch.stop();
      }
    } catch {
      failures += 1;
    } finally {
      signal.removeEventListener('abort', stop);
      connection.abort();
    }
    if (signal.aborted) return;
    options.onState(false);
    await pause(pausesMilliseconds[Math.min(failures, pausesMilliseconds.length - 1)] ?? 0, signal);
  }
}

function addressOf({ integrationId, pageFrom }: StreamOptions): string {
  const query = new URLSearchParams({
    ...(integrationId && { integrationId }),
    ...(pageFrom && { pageFrom }),
  });
  return `/api/console/v1/events?${query}`;
}

/** Ends a connection that has gone silent, also when the device was asleep meanwhile. */
function watchSilence(end: () => void) {
  let heardAt = Date.now();
  const isSilentFor = (milliseconds: number) => Date.now() - heardAt > milliseconds;
  const timer = setInterval(() => isSilentFor(silenceMilliseconds) && end(), 5_000);
  const onReturn = () => {
    if (document.visibilityState === 'visible' && isSilentFor(sleepMilliseconds)) end();
  };
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('offline', end);
  return {
    heard() {
      heardAt = Date.now();
    },
    stop() {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('offline', end);
    },
  };
}

/**
 * With a random part, so that not all pages come back in the same moment; less when the network or the person is back.
 */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      window.removeEventListener('online', done);
      window.removeEventListener(retryEvent, done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds * (0.75 + Math.random() / 2));
    signal.addEventListener('abort', done);
    window.addEventListener('online', done);
    window.addEventListener(retryEvent, done);
  });
}

const retryEvent = 'tocsin:retry';

/** Ends the pause before the next attempt to connect. */
export function retryNow(): void {
  window.dispatchEvent(new Event(retryEvent));
}
