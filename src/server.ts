import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIP } from 'node:net';

export interface Listening {
  server: Server;
  port: number;
  /** `http://HOST:PORT` of the address listened on. */
  url: string;
  /** No new connections; waits for running requests, then closes what is left after `graceSeconds`. */
  stop(graceSeconds: number): Promise<void>;
}

export type Handle = (req: IncomingMessage, res: ServerResponse) => void;

/** Starts an HTTP server with limits that slow or oversized callers run into. */
export async function listen(handle: Handle, port: number, host: string): Promise<Listening> {
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      // How often the two are looked at; 30 s unless said, which would double them.
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
      keepAliveTimeout: 65_000,
    },
    handle,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const shownHost = isIP(host) === 6 ? `[${host}]` : host;
  return {
    server,
    port: address.port,
    url: `http://${shownHost}:${address.port}`,
    stop: (graceSeconds) =>
      new Promise((resolve) => {
        // Connections kept alive by their client become idle one by one, as their requests are answered.
        const sweep = setInterval(() => server.closeIdleConnections(), 50);
        const force = setTimeout(() => server.closeAllConnections(), graceSeconds * 1000);
        server.close(() => {
          clearInterval(sweep);
          clearTimeout(force);
          resolve();
        });
      }),
  };
}
