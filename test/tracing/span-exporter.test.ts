import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import type { OutboundClient } from '../../src/egress/index.ts';
import { createLog } from '../../src/kernel/index.ts';
import type { Span } from '../../src/tracing/span.ts';
import { createSpanExporter } from '../../src/tracing/span-exporter.ts';

const at = new Date('2026-03-02T10:00:00Z');
const span: Span = {
  traceId: '0'.repeat(31).concat('1'),
  spanId: '0'.repeat(15).concat('1'),
  name: 'message',
  from: at,
  startedAt: at,
  until: at,
  attributes: {},
};

function exporterOf(request: OutboundClient['request']) {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const options = { url: 'http://collector/v1/traces', headers: {}, version: '0' };
  const log = createLog('info', sink);
  return { exporter: createSpanExporter({ ...options, outbound: { request }, log }), lines };
}

const taken = { url: '', status: 200, headers: {}, body: Buffer.alloc(0), isTruncated: false };

it('a collector that hangs holds a bounded number of spans; the others are lost, and nobody waits', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof taken>();
  let sent = 0;
  const { exporter } = exporterOf(async (_url, options) => {
    sent += JSON.parse(String(options?.body)).resourceSpans[0].scopeSpans[0].spans.length;
    return promise;
  });
  for (let n = 0; n < 20_000; n += 1) exporter.record(span);
  resolve(taken);
  await exporter.stop();
  expect(sent).toBe(4096 + 512);
});

it('a collector that fails and comes back is said once each, with how much was lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let isThere = false;
    const { exporter, lines } = exporterOf(async () => {
      if (!isThere) throw new Error('refused');
      return taken;
    });
    for (const _ of [1, 2, 3]) {
      exporter.record(span);
      await vi.advanceTimersByTimeAsync(1000);
    }
    isThere = true;
    exporter.record(span);
    await vi.advanceTimersByTimeAsync(1000);
    await exporter.stop();
    expect(lines).toMatchObject([
      { level: 'warn', err: { message: 'refused' } },
      { level: 'info', lost: 3 },
    ]);
  } finally {
    vi.useRealTimers();
  }
});
