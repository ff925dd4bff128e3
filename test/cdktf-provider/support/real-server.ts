/** The product itself, as a process of its own with an empty store. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../support/child-environment.ts';

export interface RealServer {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('../../../src/main.js', import.meta.url));

/** Rejects with what the server printed when it ends before it listens. */
export async function startRealServer(): Promise<RealServer> {
  const data = await mkdtemp(join(tmpdir(), 'tocsin-server-'));
  const key = `tocsin_org_${'acceptance'.repeat(4)}000`;
  const child = spawn(process.execPath, [entry], {
    env: {
      ...childEnvironment,
      HOST: '127.0.0.1',
      PORT: '0',
      TOCSIN_DATA_DIR: data,
      TOCSIN_BOOTSTRAP_API_KEY: key,
      TOCSIN_RATE_LIMITS: 'off',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      const address = /"url":"(http[^"]+)"[^\n]*"msg":"listening"/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${printed}`)));
  });
  return {
    url,
    key,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}
