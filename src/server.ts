import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIP } from 'node:net';

export interface Listening {
  server: Server;
  port: number;
  /** `http://HOST:PORT` of the address listened on, as this machine reaches it. */
  url: string;
  /** Until then callers are asked to come back in a moment. */
  serve(handle: Handle): void;
  /** No new connections; waits for running requests, then closes what is left after `graceSeconds`. */
  stop(graceSeconds: number): Promise<void>;
}

export type Handle = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Takes the port, with limits that slow or oversized callers run into. First of all at a start: a port that is taken
 * must not leave a data folder behind whose key nobody has seen.
 */
export async function listen(port: number, host: string): Promise<Listening> {
  let handle: Handle = answerNotYet;
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      // How often the two are looked at; 30 s unless said, which would double them.
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
      keepAliveTimeout: 65_000,
    },
    (req, res) => handle(req, res),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, port, host)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    server,
    port: address.port,
    url: localUrl({ host, port: address.port }),
    serve(next) {
      handle = next;
    },
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

/** Senders of alerts repeat what is answered with 503; a refused connection some of them do not. */
function answerNotYet(_req: IncomingMessage, res: ServerResponse): void {
  const problem = { title: 'The server is starting', status: 503, detail: 'Repeat the request.' };
  res.writeHead(503, {
    'content-type': 'application/problem+json',
    'retry-after': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  res.end(JSON.stringify(problem));
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(`${port} is taken: PORT=${port + 1} npm start`, { cause: error });
    case 'EACCES':
      return new Error(`${port} may not be used by this user: PORT=8080 npm start`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
      return new Error(`This machine has no address ${host}: HOST=0.0.0.0 npm start`, {
        cause: error,
      });
    default:
      return error;
  }
}

/** How the server is reached on its own machine. `0.0.0.0` is no address that a browser opens. */
export function localUrl({ host, port }: { host: string; port: number }): string {
  const local = /^(?:0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host;
  return `http://${isIP(local) === 6 ? `[${local}]` : local}:${port}`;
}
