import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import { databaseNameOf } from './test-database.ts';

/** A server as an operator runs it: `node src/main.js` in a process of its own. */
export interface ServerProcess {
  url: string;
  key: string;
  pid: number;
  /** Every line it printed. */
  lines: string[];
  /** Exit code once it has ended, by whatever. */
  exited: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL, as a power cut would. */
  kill(): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
  /** Any other signal that ends it; gives the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function mongodbSettings(dataDir: string): Record<string, string> {
  const uri = process.env.TOCSIN_TEST_MONGODB_URI;
  if (!uri) return {};
  const [server = '', options] = uri.split('?');
  const database = `${server.replace(/\/?$/, '/')}${databaseNameOf(dataDir)}`;
  return { MONGODB_URI: options ? `${database}?${options}` : database };
}

const ownMain = fileURLToPath(new URL('../../src/main.js', import.meta.url));

export async function startServerProcess(
  dataDir: string,
  {
    key = `test-key-${randomBytes(16).toString('hex')}`,
    env = {},
    main = ownMain,
  }: { key?: string; env?: Record<string, string>; main?: string } = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...childEnvironment,
      PORT: '0',
      TOCSIN_DATA_DIR: dataDir,
      TOCSIN_BOOTSTRAP_API_KEY: key,
      TOCSIN_RATE_LIMITS: 'off',
      ...mongodbSettings(dataDir),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  const url = await urlOf(child, lines);
  // When its output is closed, too: its last lines are part of what it did.
  const exited = once(child, 'close').then(() => child.exitCode);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  return {
    url,
    key,
    // It has printed something.
    pid: child.pid ?? 0,
    lines,
    exited,
    signal: (name) => void child.kill(name),
    async kill() {
      // What it has started, such as a bundler, may still hold its output, and nobody waits for last lines.
      const gone = child.exitCode === null && child.signalCode === null && once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    stop: () => end('SIGTERM'),
    end,
  };
}

function urlOf(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => lines.push(line));
    child.once('message', (message: { listening: string }) => {
      // What it printed before has come as well, and is read in the same turn.
      setImmediate(() => resolve(message.listening));
    });
    child.once('close', (code) =>
      reject(new Error(`The server ended with ${code} before it listened:\n${lines.join('\n')}`)),
    );
  });
}
