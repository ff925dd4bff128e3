import { connect, type Socket } from 'node:net';

export interface Load {
  port: number;
  connections: number;
  requests: number;
  /** Between an answer and the next request of a connection; 0 unless said. */
  restMilliseconds?: number | undefined;
  /** The whole HTTP request for the nth one. */
  request(n: number): Buffer;
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
  failures: number;
}

/**
 * Sends requests over keep-alive connections, one at a time on each. A bare socket client: on a machine
 * with two cores an HTTP client would take as much time as the server it measures.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies = new Float64Array(load.requests);
  let next = 0;
  let failures = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: load.connections }, () =>
      runConnection(
        load,
        () => (next < load.requests ? next++ : -1),
        (n, ms, ok) => {
          latencies[n] = ms;
          if (!ok) failures += 1;
        },
      ),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  latencies.sort();
  const at = (share: number) =>
    latencies[Math.min(load.requests - 1, Math.floor(load.requests * share))] ?? 0;
  return { perSecond: load.requests / seconds, p50: at(0.5), p99: at(0.99), max: at(1), failures };
}

function runConnection(
  load: Load,
  take: () => number,
  done: (n: number, milliseconds: number, ok: boolean) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(load.port, '127.0.0.1');
    socket.setNoDelay(true);
    let current = -1;
    let sentAt = 0;
    let received = '';
    const send = () => {
      current = take();
      if (current < 0) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(load.request(current));
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      done(current, performance.now() - sentAt, received.startsWith('HTTP/1.1 200'));
      received = received.slice(end + 4 + length);
      if (load.restMilliseconds) setTimeout(send, load.restMilliseconds);
      else send();
    });
  });
}
