import { connect, type Socket } from 'node:net';
import { quantile } from './quantile.ts';

export interface SteadyLoad {
  port: number;
  connections: number;
  perSecond: number;
  request(n: number): Buffer;
}

/** What a window of time looked like to those who sent. */
export interface Window {
  answered: number;
  failed: number;
  p50: number;
  max: number;
  /** Of each second its 99th percentile: the median of them, and the worst. */
  p99Median: number;
  p99Worst: number;
}

/**
 * Sends so many requests a second whatever the server does, and counts from the time at which each was due: a server
 * that stalls is not asked less for it.
 */
export class SteadyLoadRunner {
  readonly #load: SteadyLoad;
  readonly #began = performance.now();
  readonly #idle: Connection[] = [];
  readonly #due: { n: number; at: number }[] = [];
  readonly #connections: Connection[] = [];
  readonly #timer: NodeJS.Timeout;
  #sent = 0;
  /** Latencies by the second in which the request was due. */
  #seconds = new Map<number, number[]>();
  #failed = 0;

  constructor(load: SteadyLoad) {
    this.#load = load;
    for (let n = 0; n < load.connections; n += 1) {
      const connection = new Connection(load.port, (free) => this.#give(free));
      this.#connections.push(connection);
    }
    this.#timer = setInterval(() => this.#tick(), 5);
  }

  /** What happens while `work` runs. */
  async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; window: Window }> {
    this.#seconds = new Map();
    this.#failed = 0;
    const result = await work();
    return { result, window: this.#window() };
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.end();
  }

  #window(): Window {
    const seconds = [...this.#seconds.values()];
    // Those that still wait have waited so long already.
    const now = performance.now();
    const waiting = [
      ...this.#due.map(({ at }) => now - at),
      ...this.#connections.flatMap((connection) => connection.waitingSince(now)),
    ];
    const all = [...seconds.flat(), ...waiting.filter((one) => one > 1000)];
    const p99s = seconds.map((one) => quantile(one, 0.99));
    return {
      answered: seconds.flat().length,
      failed: this.#failed,
      p50: quantile(all, 0.5),
      max: quantile(all, 1),
      p99Median: quantile(p99s, 0.5),
      p99Worst: Math.max(0, ...p99s),
    };
  }

  #tick(): void {
    const elapsed = performance.now() - this.#began;
    // The first is due at once.
    const due = Math.floor((elapsed / 1000) * this.#load.perSecond) + 1;
    for (; this.#sent < due; this.#sent += 1)
      this.#due.push({
        n: this.#sent,
        at: this.#began + (this.#sent / this.#load.perSecond) * 1000,
      });
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop())
      if (!this.#give(connection)) return;
  }

  /** Whether there was something for it to do. */
  #give(connection: Connection): boolean {
    const next = this.#due.shift();
    if (!next) {
      this.#idle.push(connection);
      return false;
    }
    connection.send(this.#load.request(next.n), next.at, (ok) => {
      const second = Math.floor((next.at - this.#began) / 1000);
      const known = this.#seconds.get(second);
      const took = performance.now() - next.at;
      if (known) known.push(took);
      else this.#seconds.set(second, [took]);
      if (!ok) this.#failed += 1;
    });
    return true;
  }
}

/** One keep-alive connection, one request at a time; made again when the server closes it. */
class Connection {
  readonly #port: number;
  readonly #onFree: (connection: Connection) => void;
  #socket: Socket;
  #received = '';
  #since: number | undefined;
  #done: ((ok: boolean) => void) | undefined;
  #ended = false;

  constructor(port: number, onFree: (connection: Connection) => void) {
    this.#port = port;
    this.#onFree = onFree;
    this.#socket = this.#open();
  }

  send(request: Buffer, at: number, done: (ok: boolean) => void): void {
    this.#since = at;
    this.#done = done;
    this.#socket.write(request);
  }

  waitingSince(now: number): number[] {
    return this.#since === undefined ? [] : [now - this.#since];
  }

  end(): void {
    this.#ended = true;
    this.#socket.destroy();
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('connect', () => this.#onFree(this));
    socket.on('data', (chunk) => this.#read(chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#settle(false);
      if (!this.#ended) setTimeout(() => (this.#socket = this.#open()), 50);
    });
    return socket;
  }

  #read(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const ok = this.#received.startsWith('HTTP/1.1 200');
    this.#received = this.#received.slice(end + 4 + length);
    this.#settle(ok);
    this.#onFree(this);
  }

  #settle(ok: boolean): void {
    const done = this.#done;
    this.#done = undefined;
    this.#since = undefined;
    done?.(ok);
  }
}
