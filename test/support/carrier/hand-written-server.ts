import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Carrier, type CarrierOptions, signatureOf, VirtualTime } from './index.ts';

export interface ReceivedWebhook {
  path: string;
  fields: Record<string, string>;
  token: string;
  isSigned: boolean;
  /** Seconds since the test began. */
  at: number;
}

/** TwiML between `<Response>` and its end; a number is a status; an object is answered as it is. */
export type Written =
  | string
  | number
  | { contentType?: string; body: string }
  | ((fields: Record<string, string>) => string | number);

export interface HandWrittenServer {
  carrier: Carrier;
  url: string;
  received: ReceivedWebhook[];
  /** Received under a path, in order. */
  at(path: string): ReceivedWebhook[];
  /** Says what a path answers; the words `@/path` become absolute addresses. */
  write(pages: Record<string, Written>): void;
  stop(): Promise<void>;
}

export const hotline = '+4930123456';
export const caller = '+4915111111111';

/** A server that answers by a table, and a carrier whose number leads there. */
export async function startHandWrittenServer(
  options: Partial<CarrierOptions> = {},
): Promise<HandWrittenServer> {
  let pages: Record<string, Written> = {};
  const received: ReceivedWebhook[] = [];
  const start = Date.UTC(2026, 2, 2, 10);
  let now = new Date(start);
  const authToken = 'a'.repeat(32);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname } = new URL(request.url ?? '/', url);
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
    received.push({
      path: pathname,
      fields,
      token: String(request.headers['i-twilio-idempotency-token']),
      isSigned:
        request.headers['x-twilio-signature'] ===
        signatureOf(authToken, url + (request.url ?? ''), fields),
      at: (now.getTime() - start) / 1000,
    });
    const page = pages[pathname] ?? 404;
    const written = typeof page === 'function' ? page(fields) : page;
    if (typeof written === 'number') {
      response.writeHead(written).end();
      return;
    }
    const { contentType = 'text/xml', body } =
      typeof written === 'string'
        ? { body: `<?xml version="1.0" encoding="UTF-8"?><Response>${written}</Response>` }
        : written;
    response.writeHead(200, { 'content-type': contentType });
    response.end(body.replaceAll('@/', `${url}/`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = {
    now: () => now,
    set: (moment: Date) => {
      now = moment;
    },
  };
  const carrier = new Carrier({
    time: new VirtualTime(clock),
    accountSid: `AC${'0'.repeat(32)}`,
    authToken,
    publicUrl: url,
    instances: () => [url],
    ...options,
  });
  carrier.numbers.set(hotline, {
    voiceUrl: `${url}/voice`,
    voiceFallbackUrl: `${url}/voice-fallback`,
    statusCallback: `${url}/status`,
  });
  return {
    carrier,
    url,
    received,
    at: (path) => received.filter((webhook) => webhook.path === path),
    write(written) {
      pages = { '/status': 204, '/leg-status': 204, '/recording-status': 204, ...written };
      received.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
