import { spawn } from 'node:child_process';
import { type BlockList, connect, isIP } from 'node:net';
import { createNames, type Resolve } from './names.ts';
import { checkedAddresses, OutboundError } from './outbound-client.ts';

/** How a host was asked whether it is there. */
export type PingMethod = 'ICMP' | 'TCP';

export interface PingAnswer {
  method: PingMethod;
  sent: number;
  /** How many of them were answered in time. */
  received: number;
  /** Average of the answers; null without any. */
  averageMilliseconds: number | null;
}

interface PingOptions {
  /** For each of the packets. */
  timeoutMilliseconds: number;
  signal?: AbortSignal;
}

export interface Pinger {
  /** `host` is a name or an address, with `:port` for a TCP connection to that port. Throws `OutboundError`. */
  ping(host: string, options: PingOptions): Promise<PingAnswer>;
}

export interface PingerOptions {
  allowedPrivateTargets?: BlockList | undefined;
  /** Tests replace the name service here. */
  resolve?: Resolve | undefined;
  /** The program that sends ICMP packets; the first `ping` of the PATH unless said. */
  program?: string;
}

const packets = 3;
/** Where a host without ICMP is asked: either port accepting or refusing a connection proves that it is there. */
const commonPorts = [443, 80];

/** The host and the port of `host`, `host:port` and `[address]:port`; null when it is neither. */
export function parsePingHost(text: string): { hostname: string; port: number | null } | null {
  if (isIP(text) !== 0) return { hostname: text, port: null };
  const [, bracketed, plain, port] =
    /^(?:\[([\da-f:.]+)\]|([\p{L}\d_](?:[\p{L}\d_.-]*[\p{L}\d_.])?))(?::(\d{1,5}))?$/iu.exec(
      text,
    ) ?? [];
  const hostname = bracketed ?? plain;
  if (hostname === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) return null;
  if (port === undefined) return { hostname, port: null };
  return Number(port) >= 1 && Number(port) <= 65_535 ? { hostname, port: Number(port) } : null;
}

/**
 * Asks whether a host is there, by the checks of addresses that requests go through. ICMP needs rights that this
 * process should not have, so the system's `ping` sends it. Where there is none that works, TCP connections stand in
 * for it.
 */
export function createPinger(options: PingerOptions = {}): Pinger {
  const { program = 'ping', resolve = createNames(), allowedPrivateTargets } = options;
  let hasIcmp = true;
  return {
    async ping(host, { timeoutMilliseconds, signal }) {
      const target = parsePingHost(host);
      if (!target) throw new OutboundError('url', 'This is neither a host name nor an address.');
      const { hostname, port } = target;
      const url = URL.parse(`http://${isIP(hostname) === 6 ? `[${hostname}]` : hostname}/`);
      if (!url) throw new OutboundError('url', 'This is neither a host name nor an address.');
      const [address = ''] = await checkedAddresses(url, resolve, allowedPrivateTargets);
      if (port === null && hasIcmp) {
        const answer = await pingByProgram(program, address, timeoutMilliseconds, signal);
        if (answer) return answer;
        hasIcmp = false;
      }
      const attempt = () =>
        port === null
          ? firstOf(commonPorts.map((one) => answers(address, one, timeoutMilliseconds, true)))
          : answers(address, port, timeoutMilliseconds, false);
      const times: number[] = [];
      for (let sent = 0; sent < packets && !signal?.aborted; sent += 1) {
        const time = await attempt();
        if (time !== null) times.push(time);
      }
      return answerOf('TCP', times);
    },
  };
}

/** Null when the program is missing or may not send: nothing is known about the host then. */
function pingByProgram(
  program: string,
  address: string,
  timeoutMilliseconds: number,
  signal: AbortSignal | undefined,
): Promise<PingAnswer | null> {
  const seconds = Math.max(1, Math.ceil(timeoutMilliseconds / 1000));
  const wait = process.platform === 'darwin' ? seconds * 1000 : seconds;
  const options = ['-n', '-c', String(packets), '-i', '0.2', '-W', String(wait), address];
  return new Promise((resolve) => {
    const child = spawn(program, options, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      timeout: (seconds + 2) * 1000,
      killSignal: 'SIGINT',
      ...(signal ? { signal } : {}),
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (text.length < outputCharactersMax) text += chunk;
    });
    child.once('error', () => resolve(null));
    child.once('close', () => {
      // Without its summary it did not ping: usage, rights, unknown options.
      if (!/\btransmitted\b/.test(text)) return resolve(null);
      const times = [...text.matchAll(/time[=<]([\d.]+) ?ms/g)].map(([, time]) => Number(time));
      resolve(
        answerOf(
          'ICMP',
          times.filter((time) => time <= timeoutMilliseconds),
        ),
      );
    });
  });
}

const outputCharactersMax = 10_000;

/** Milliseconds until the port answered; null when it did not. */
function answers(
  address: string,
  port: number,
  timeoutMilliseconds: number,
  acceptsRefusal: boolean,
): Promise<number | null> {
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (time: number | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(time);
    };
    const timer = setTimeout(() => end(null), timeoutMilliseconds);
    socket.once('connect', () => end(performance.now() - start));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(acceptsRefusal && error.code === 'ECONNREFUSED' ? performance.now() - start : null),
    );
  });
}

/** The first that is not null; null when all are. */
async function firstOf(attempts: readonly Promise<number | null>[]): Promise<number | null> {
  return Promise.any(
    attempts.map(async (attempt) => (await attempt) ?? Promise.reject(new Error('no answer'))),
  ).catch(() => null);
}

function answerOf(method: PingMethod, times: readonly number[]): PingAnswer {
  const sum = times.reduce((total, time) => total + time, 0);
  return {
    method,
    sent: packets,
    received: times.length,
    averageMilliseconds: times.length > 0 ? sum / times.length : null,
  };
}
