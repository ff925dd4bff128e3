import type { OutboundClient } from '../egress/index.ts';
import type { Log } from '../kernel/index.ts';
import { toOtlp } from './otlp.ts';
import type { Span } from './span.ts';

export interface SpanExporter {
  /** Never waits and never throws. A span that finds the queue full is lost. */
  record(span: Span): void;
  /** Sends what is left, unless that takes long. */
  stop(): Promise<void>;
}

export interface SpanExporterOptions {
  /** Where the collector takes traces: the whole address. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** To an address that the operator gave. */
  outbound: OutboundClient;
  log: Log;
  version: string;
}

/** More are not kept: about 2 MB. */
const queuedMax = 4096;
const spansAtOnce = 512;
const pauseMilliseconds = 1000;
const timeoutMilliseconds = 3000;
const farewellMilliseconds = 2000;

/**
 * Sends spans in batches, one request after the other. A collector that does not answer costs spans and one line in the
 * log.
 */
export function createSpanExporter(options: SpanExporterOptions): SpanExporter {
  const { url, headers, outbound, log, version } = options;
  const queue: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let lost = 0;
  let isFailing = false;

  function sendSoon(): void {
    timer ??= setTimeout(send, pauseMilliseconds).unref();
  }

  function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendBatch(timeoutMilliseconds).finally(() => {
      sending = undefined;
      if (queue.length > 0) sendSoon();
    });
    return sending;
  }

  async function sendBatch(timeout: number): Promise<void> {
    const batch = queue.splice(0, spansAtOnce);
    if (batch.length === 0) return;
    try {
      const { status } = await outbound.request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: toOtlp(batch, version),
        timeoutMilliseconds: timeout,
        redirectsMax: 0,
      });
      if (status >= 300) throw new Error(`The collector answered ${status}.`);
      if (isFailing) log.info({ lost }, 'the collector takes spans again');
      isFailing = false;
      lost = 0;
    } catch (error) {
      lost += batch.length;
      if (!isFailing) log.warn({ err: error }, 'the collector takes no spans: they are lost');
      isFailing = true;
    }
  }

  return {
    record(span) {
      if (queue.length >= queuedMax) {
        lost += 1;
        return;
      }
      queue.push(span);
      if (queue.length >= spansAtOnce) void send();
      else sendSoon();
    },
    async stop() {
      clearTimeout(timer);
      const until = performance.now() + farewellMilliseconds;
      await sending;
      while (queue.length > 0 && !isFailing && performance.now() < until)
        await sendBatch(farewellMilliseconds);
      clearTimeout(timer);
    },
  };
}
