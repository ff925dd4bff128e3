import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import express from 'express';
import { createMemoryRateLimiter, loadDocument } from '../../../src/http/index.ts';
import { AppError, type Ctx, createLog, createSecretBox } from '../../../src/kernel/index.ts';
import { words } from '../../../src/sentences/index.ts';
import { createScimApi } from '../../../src/surfaces/scim-api/index.ts';
import { startTestApp } from '../../support/app.ts';
import { makeOrganization } from '../../support/keys.ts';
import { createScimClient, type ScimClient } from './client.ts';
import { MemoryDirectory } from './memory-directory.ts';

/** Something that speaks SCIM, with two organizations that must not see each other. */
export interface ScimServer {
  client: ScimClient;
  other: ScimClient;
  /** Without a valid key. */
  stranger: ScimClient;
  advance(seconds: number): void;
  stop(): Promise<void>;
}

export interface MemoryServer extends ScimServer {
  directory: MemoryDirectory;
  log: string[];
}

const document = await loadDocument(
  new URL('../../../openapi/bundled/scim-v2.json', import.meta.url),
);

/** The protocol and its surface over a directory without a store. */
export async function startMemoryServer(): Promise<MemoryServer> {
  let now = Date.parse('2026-03-02T10:00:00Z');
  const clock = { now: () => new Date(now), elapsed: () => 0 };
  const log: string[] = [];
  const secrets = createSecretBox(randomBytes(32));
  const directories = new Map(
    ['one', 'two'].map((key) => [key, new MemoryDirectory(() => clock.now())]),
  );
  const web = express();
  web.disable('etag');
  const logger = createLog(
    'warn',
    new Writable({
      write(chunk, _encoding, done) {
        log.push(String(chunk));
        done();
      },
    }),
  );
  let url = '';
  web.use(
    createScimApi({
      world: { log: logger, clock, secrets },
      document,
      async authenticate(_operation, { headers }) {
        const key = headers.get('authorization')?.slice('Bearer '.length) ?? '';
        if (!directories.has(key))
          throw new AppError('unauthenticated', words('Send a valid API key.'));
        const ctx = { organizationId: key, actor: { kind: 'system' } };
        // The surface looks at nothing else of a context: what needs more is behind the directory.
        return ctx as unknown as Ctx;
      },
      directoryFor({ organizationId }) {
        const directory = directories.get(organizationId);
        if (!directory) throw new Error('no directory');
        return directory;
      },
      limiter: createMemoryRateLimiter({ scim: [{ requests: 100_000, seconds: 20 }] }),
      publicUrl: () => url,
      checkAnswers: true,
    }),
  );
  const server: Server = web.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const as = (key: string) => createScimClient(`${url}/api/scim/v2`, key);
  const directory = directories.get('one') ?? new MemoryDirectory(() => clock.now());
  return {
    client: as('one'),
    other: as('two'),
    stranger: as('nobody'),
    directory,
    log,
    advance(seconds) {
      now += seconds * 1000;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The whole server with its store. */
async function startRealServer(): Promise<ScimServer> {
  const server = await startTestApp();
  const organization = await makeOrganization(server);
  const as = (key: string) => createScimClient(`${server.app.url}/api/scim/v2`, key);
  return {
    client: as(server.key),
    other: as(organization.key),
    stranger: as('nobody'),
    advance: (seconds) => server.clock.advance(seconds),
    stop: () => server.stop(),
  };
}

/** Every directory that the laws of the protocol are tried over. */
export const scimServers: [string, () => Promise<ScimServer>][] = [
  ['a directory in memory', startMemoryServer],
  ['the server', startRealServer],
];
