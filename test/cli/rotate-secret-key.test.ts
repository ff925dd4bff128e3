import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Collection } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmTotp, enrolTotp, type From } from '../../src/accounts/index.ts';
import { spendRecoveryCode } from '../../src/accounts/recovery-codes.ts';
import { spendTotp } from '../../src/accounts/totp.ts';
import { verifyLog } from '../../src/audit/index.ts';
import { sealAccess } from '../../src/calls/carrier-of-call.ts';
import { replaceSecretKey, rotateSecretKey } from '../../src/cli/rotate-secret-key.ts';
import { vapidKeysOf } from '../../src/contacts/index.ts';
import { demandOwnSecretKey } from '../../src/identity/index.ts';
import { createSecretBox, type SecretBox, type World } from '../../src/kernel/index.ts';
import { findReplyLinkByText } from '../../src/notifications/index.ts';
import { keepAttempt } from '../../src/oidc/attempts.ts';
import { findCalendar } from '../../src/on-call/index.ts';
import { readKeyFile } from '../../src/secret-key.ts';
import { signUpOwner, totpAt } from '../accounts/support.ts';
import { simulatedTools } from '../outbound/simulated-tools.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeReply } from '../support/reply.ts';
import { signIn } from '../support/sessions.ts';

/** Every place of the source that seals, and where that is stored. Null: it is not stored. */
const sealing: Record<string, RegExp | null> = {
  'src/accounts/recovery-codes.ts': /^accounts\.recoveryCodes/,
  'src/accounts/totp.ts': /^accounts\.(totp|pendingTotp)\.sealedSecret$/,
  'src/calls/carrier-of-call.ts': /^call_sessions\.access$/,
  'src/calls/erase-calls.ts': /^removals\.sealed$/,
  'src/http/idempotency.ts': /^idempotent_requests\.answer$/,
  'src/identity/installation.ts': /^installation\.sealedSecrets\./,
  'src/integrations/ingest-token.ts': /^inbound_integrations\.internal\.ingestToken\.sealed$/,
  'src/oidc/attempts.ts': /^oidc_attempts\.verifier$/,
  'src/on-call/calendar-feeds.ts': /^on_call_calendars\.internal\.token\.sealed$/,
  'src/resources/removals.ts': /\.person\.address$/,
  'src/resources/secrets.ts': /^(outbound_integrations|inbound_integrations)\.wire\./,
  'src/sessions/start-session.ts': /^sessions\.oidc\.idToken$/,
  // The command itself.
  'src/cli/rotate-secret-key.ts': null,
  // A file of the folder: the command refuses while there is one.
  'src/calls/unanswered-notes.ts': null,
  // Cursors, tickets and codes that somebody carries for minutes.
  'src/calls/asked-again.ts': null,
  'src/contacts/send-code.ts': null,
  'src/surfaces/console/pages/enter.ts': null,
  'src/surfaces/scim-api/scim-api.ts': null,
};

const from: From = { address: '192.0.2.9', userAgent: 'Test', requestId: 'test' };
const withMongodb = Boolean(process.env.TOCSIN_TEST_MONGODB_URI);
const phoneNumber = '+4915150001234';
let t: TestApp;
let former: SecretBox;
let secret: string;
let recoveryCodes: string[];
let accountId: string;
let calendarToken: string;
let replyCode: string;

beforeAll(async () => {
  // Nothing expires by the clock of the machine.
  t = await startTestApp({ clock: '2040-03-02T10:00:00.000Z' });
  former = t.app.world.secrets;
  await fill(t.app.world);
});
afterAll(() => t?.stop());

/** Something sealed at every place. */
async function fill(world: World): Promise<void> {
  const { api } = t;
  const owner = await signUpOwner(t);
  accountId = owner.accountId;
  const enrolled = await enrolTotp(world, accountId, from);
  secret = enrolled.secret;
  ({ recoveryCodes } = await confirmTotp(world, accountId, totpAt(secret, t.clock.now()), from));
  await enrolTotp(world, accountId, from);
  await vapidKeysOf(world);
  await keepAttempt(world, 'state', 'browser', {
    organizationId: t.organizationId,
    connectionId: randomUUID(),
    purpose: 'sign-in',
    userId: null,
    verifier: 'verifier',
    nonce: 'nonce',
    returnTo: '/',
  });
  const { userId } = owner;
  await signIn(t, { userId, accountId }, {
    method: 'oidc',
    oidc: { connectionId: randomUUID(), subject: 's', sid: null, idToken: 'id-token' },
  } as unknown as Parameters<typeof signIn>[2]);
  const teamId = await api.make('/team', { displayName: 'Sealed' });
  for (const [type, { settings }] of Object.entries(simulatedTools))
    await api.make('/outbound-integration', { displayName: type, teamId, type, ...settings });
  const integration = await t
    .as(t.key, { 'idempotency-key': 'once' })
    .post('/inbound-integration', {
      displayName: 'Guarded',
      teamId,
      type: 'HttpMonitoring',
      integrationSettings: {
        httpMonitoring: {
          url: 'http://127.0.0.1:9/',
          method: 'GET',
          timeoutInMilliseconds: 1000,
          intervalInSeconds: 60,
          headers: { 'x-key': 'SECRET' },
        },
      },
    });
  expect(integration.status).toBe(200);
  const settings = { calendarPublishingSettings: { isPublished: true } };
  const published = await api.make('/team', { displayName: 'Published', ...settings });
  const calendar = await api.post('/on-call/calendar', { teamId: published });
  expect(calendar.status).toBe(200);
  calendarToken = String(calendar.body.url).split('/').at(-1)?.replace('.ics', '') ?? '';
  const gone = await api.make('/user', { email: 'gone@example.com' });
  expect((await api.delete(`/user/${gone}`)).status).toBe(200);
  const reply = await makeReply(t);
  const texted = { email: 'texted@example.com', phoneNumber };
  const person = await api.make('/user', texted);
  ({ code: replyCode } = (await reply.issue({ userId: person, phoneNumber })) as { code: string });
  await stored('call_sessions').insertOne({
    _id: 'call' as never,
    access: sealAccess(world, { accountId: 'AC', authTokens: ['token'] } as never),
    // Numbers keep their types, and what is no document keeps its class.
    at: new Date(0),
    list: [{ n: 1 }, null, new Date(1)],
  });
  await stored('removals').insertOne({ _id: 'of calls' as never, sealed: former.seal('{}') });
  await stored('team_notes').insertOne({
    _id: 'of no model' as never,
    deep: [{ list: [former.seal('deep')], looksSealed: 'sealed:v1:AAAA' }],
  });
}

const stored = (name: string) => t.app.world.store.connection.collection(name);

/** Every stored text that looks sealed, and where. */
async function sealedTexts(): Promise<{ path: string; text: string }[]> {
  const found: { path: string; text: string }[] = [];
  const walk = (path: string, value: unknown): void => {
    if (typeof value === 'string' && value.startsWith('sealed:')) found.push({ path, text: value });
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value))
        walk(Array.isArray(value) ? path : `${path}.${name}`, member);
  };
  for (const { name } of await t.app.world.store.connection.listCollections())
    for (const document of await stored(name).find({}).toArray()) walk(name, document);
  return found.filter(({ text }) => text !== 'sealed:v1:AAAA');
}

function opens(box: SecretBox, text: string): boolean {
  try {
    box.open(text);
    return true;
  } catch {
    return false;
  }
}

const keyPath = () => join(t.dataDir, 'secret.key');
const places = () => ({ dataDir: t.dataDir, file: `${keyPath()}.next` });
async function worldNow(): Promise<World> {
  const key = await readKeyFile(keyPath());
  if (!key) throw new Error('There is no key.');
  return { ...t.app.world, secrets: createSecretBox(key) };
}
const lines: string[] = [];
const print = (text: string) => void lines.push(text);

it('every place that seals is known here, with where it is stored', async () => {
  const found = globSync('src/**/*.ts').filter((file) =>
    /\bseal\(|\.seal\b/.test(readFileSync(file, 'utf8').replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '')),
  );
  expect(found.toSorted()).toEqual(
    [...Object.keys(sealing), 'src/kernel/secret-box.ts'].toSorted(),
  );
  const paths = (await sealedTexts()).map(({ path }) => path);
  for (const [file, place] of Object.entries(sealing))
    if (place)
      expect(
        paths.some((path) => place.test(path)),
        `${file}: ${paths}`,
      ).toBe(true);
});

it('is refused while a server uses the database, and changes nothing', async () => {
  const _id = 'another server' as never;
  await stored('processes').insertOne({
    _id,
    aliveAt: new Date(),
    host: 'elsewhere',
    pid: process.ppid,
  });
  await expect(replaceSecretKey(t.app.world, places(), print)).rejects.toThrow('Stop all servers');
  await stored('processes').deleteOne({ _id });
  await expect(demandOwnSecretKey(t.app.world)).resolves.toBeUndefined();
  expect(existsSync(places().file)).toBe(false);
});

describe('killed at any write', () => {
  const writes = ['insertOne', 'updateOne', 'bulkWrite', 'deleteOne', 'findOneAndUpdate'] as const;
  let left = Number.POSITIVE_INFINITY;
  const spend = () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  beforeEach(() => {
    for (const name of writes) {
      const original = Collection.prototype[name] as (...args: unknown[]) => unknown;
      vi.spyOn(Collection.prototype, name).mockImplementation(function (
        this: unknown,
        ...args: unknown[]
      ) {
        spend();
        return original.apply(this, args);
      } as never);
    }
  });
  afterEach(() => vi.restoreAllMocks());

  it('goes on when it is run again, never loses a value, and leaves none with the former key', async () => {
    const before = await sealedTexts();
    const plain = before.map(({ text }) => former.open(text));
    const names = readdirSync(t.dataDir);
    let kills = 0;
    for (let writesAllowed = 1; ; writesAllowed += 1) {
      left = writesAllowed;
      const killed = await replaceSecretKey(await worldNow(), places(), (text) => {
        spend();
        print(text);
      }).then(
        () => false,
        (error: Error) => error.message === 'killed',
      );
      left = Number.POSITIVE_INFINITY;
      const boxes = [former, (await worldNow()).secrets];
      const next = await readKeyFile(places().file);
      if (next) boxes.push(createSecretBox(next));
      for (const { path, text } of await sealedTexts())
        expect(
          boxes.some((box) => opens(box, text)),
          path,
        ).toBe(true);
      if (!killed) break;
      kills += 1;
      if (kills === 4)
        await expect(demandOwnSecretKey(await worldNow())).rejects.toThrow('rotate-secret-key');
    }
    expect(kills).toBeGreaterThan(5);
    const world = await worldNow();
    expect(world.secrets.fingerprint).not.toBe(former.fingerprint);
    const after = await sealedTexts();
    expect(after.map(({ path }) => path)).toEqual(before.map(({ path }) => path));
    for (const { path, text } of after) expect(opens(former, text), path).toBe(false);
    expect(after.map(({ text }) => world.secrets.open(text))).toEqual(plain);
    await expect(demandOwnSecretKey(world)).resolves.toBeUndefined();
    await expect(demandOwnSecretKey(t.app.world)).rejects.toThrow('another secret key');
    // The former key stays for old backups, and nothing else is left.
    expect(readdirSync(t.dataDir).filter((name) => !names.includes(name))).toEqual([
      `secret.key.${former.fingerprint}`,
    ]);
  });
});

it('what was signed and derived is good with the new key', async () => {
  const world = await worldNow();
  expect((await verifyLog(world, t.organizationId)).faults).toEqual([]);
  expect(await findCalendar(world, calendarToken)).not.toBeNull();
  expect(await findReplyLinkByText(world, phoneNumber, replyCode)).not.toBeNull();
  t.clock.advance(90);
  expect(await spendTotp(world, accountId, totpAt(secret, t.clock.now()), from)).toBe(true);
  expect(await spendRecoveryCode(world, accountId, recoveryCodes[0] ?? '', from)).toBe(true);
  expect(await spendRecoveryCode(world, accountId, recoveryCodes[0] ?? '', from)).toBe(false);
});

it('an audit log that was altered before is altered after', async () => {
  const entries = stored('audit_log');
  const entry = await entries.findOne({ action: 'team.create' });
  await entries.updateOne({ _id: entry?._id as never }, { $set: { action: 'team.update' } });
  await replaceSecretKey(await worldNow(), places(), print);
  const { faults } = await verifyLog(await worldNow(), t.organizationId);
  expect(faults).toEqual([expect.objectContaining({ code: 'entryAltered' })]);
});

it('a key that is a setting is put into a file, which a second run finds used', async () => {
  const world = await worldNow();
  const file = join(t.dataDir, 'given.key');
  lines.length = 0;
  await replaceSecretKey(world, { dataDir: null, file }, print);
  expect(lines.join('\n')).toContain(`Set TOCSIN_SECRET_KEY to what is in it`);
  expect(lines.join('\n')).toContain('Backups and dumps that were made before need the former key');
  const key = await readKeyFile(file);
  const next = createSecretBox(key ?? randomBytes(32));
  for (const { path, text } of await sealedTexts()) expect(opens(next, text), path).toBe(true);
  lines.length = 0;
  await replaceSecretKey(world, { dataDir: null, file }, print);
  expect(lines[0]).toBe('Everything is sealed with the new key already.');
  await rm(file);
});

it.skipIf(withMongodb)('is refused where there is nothing to replace, by name', async () => {
  vi.stubEnv('MONGODB_URI', '').stubEnv('TOCSIN_DATA_DIR', join(t.dataDir, 'nowhere'));
  await expect(rotateSecretKey({}, print)).rejects.toThrow('There is no');
  vi.stubEnv('TOCSIN_DATA_DIR', t.dataDir);
  await expect(rotateSecretKey({ newKey: 'x' }, print)).rejects.toThrow('TOCSIN_SECRET_KEY');
  vi.unstubAllEnvs();
});
