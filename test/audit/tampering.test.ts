import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appendEntry,
  auditEntry,
  headsWritten,
  logHeads,
  parseHeads,
  verifyLog,
} from '../../src/audit/index.ts';
import { createLog, Memory, systemContext } from '../../src/kernel/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, type TestOrganization } from '../support/keys.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

const stored = (name: string) => server.app.world.store.connection.collection(name);

/** An organization of its own with some entries, each head written. */
async function organizationWithLog(): Promise<TestOrganization & { last: number }> {
  const organization = await makeOrganization(server);
  for (const displayName of ['A', 'B', 'C']) await organization.api.make('/team', { displayName });
  await headsWritten(server.app.world);
  const { entries, faults } = await verifyLog(server.app.world, organization.id);
  expect(faults).toEqual([]);
  return { ...organization, last: entries };
}

/** As a process does that was started after the log was tampered with. */
async function appendAfterRestart(organizationId: string): Promise<void> {
  const world = { ...server.app.world, memory: new Memory() };
  const ctx = systemContext(world, organizationId);
  await appendEntry(world, auditEntry(ctx, { action: 'x.y', entityType: 'X', entityId: 'x' }));
  await headsWritten(world);
}

const faultsOf = async (id: string) =>
  (await verifyLog(server.app.world, id)).faults.map(inEnglish).join('\n');

describe('verify finds', () => {
  it('the name of an actor that was set to null, in one entry and in all', async () => {
    const { id, api } = await organizationWithLog();
    const userId = await api.make('/user', { email: `${id}@example.com` });
    const entries = stored('audit_log');
    await entries.updateOne({ organizationId: id, entityType: 'Team' }, { $set: { names: null } });
    expect(await faultsOf(id)).toMatch(/lacks the name of who acted, which names nobody/);
    await entries.updateOne({ organizationId: id, entityId: userId }, { $set: { content: null } });
    expect(await faultsOf(id)).toMatch(/lacks its changes, and no erasure entry says/);
    await entries.updateMany({ organizationId: id }, { $set: { names: null, content: null } });
    const { entries: count, faults } = await verifyLog(server.app.world, id);
    expect(faults.length).toBe(Math.min(100, 2 * count));
  });

  it('an end that was cut off, also after more was appended', async () => {
    const { id, last } = await organizationWithLog();
    await stored('audit_log').deleteMany({ organizationId: id, sequence: { $gt: last - 2 } });
    expect(await faultsOf(id)).toBe(
      `The log ends with entry ${last - 2}, but its signed head is entry ${last}: the end was cut off.`,
    );
    await appendAfterRestart(id);
    expect(await faultsOf(id)).toBe(
      `Entries ${last - 1} to ${last} are missing: somebody removed them.`,
    );
  });

  it('an end that was cut off under a running process', async () => {
    const { id, api, last } = await organizationWithLog();
    await stored('audit_log').deleteMany({ organizationId: id, sequence: { $gt: last - 2 } });
    await stored('audit_heads').deleteOne({ organizationId: id });
    await api.make('/team', { displayName: 'After the cut' });
    await headsWritten(server.app.world);
    await api.make('/team', { displayName: 'And once more' });
    await headsWritten(server.app.world);
    expect(await faultsOf(id)).toBe(
      `Entries ${last - 1} to ${last} are missing: somebody removed them.\n` +
        `The signed head was removed and begun anew at entry ${last + 1}: entries behind that one may have been cut off before.`,
    );
  });

  it('an end that was cut off together with the head', async () => {
    const { id, last } = await organizationWithLog();
    await stored('audit_log').deleteMany({ organizationId: id, sequence: { $gt: last - 2 } });
    await stored('audit_heads').deleteOne({ organizationId: id });
    expect(await faultsOf(id)).toMatch('The signed head is missing');
    await appendAfterRestart(id);
    expect(await faultsOf(id)).toMatch(
      `The signed head was removed and begun anew at entry ${last - 2}`,
    );
  });

  it('a log that was removed, with its head and without, also after more was appended', async () => {
    const { id, api } = await organizationWithLog();
    const copy = await api.get('/auditlog/head');
    await stored('audit_log').deleteMany({ organizationId: id });
    expect(await faultsOf(id)).toMatch(/The log is empty: it was removed.*\n.*the end was cut off/);
    await stored('audit_heads').deleteOne({ organizationId: id });
    expect(await faultsOf(id)).toMatch('The log is empty');
    await appendAfterRestart(id);
    expect(await faultsOf(id)).toBe(
      'The creation of the organization is not in the log: what was recorded before was removed.',
    );
    const { faults } = await verifyLog(server.app.world, id, parseHeads(copy.text));
    expect(faults.map(inEnglish).join()).toMatch('Your copy names entry');
  });

  it('members that were added to an entry, and keys and actors that were changed', async () => {
    const { id, api } = await organizationWithLog();
    const change = (set: object) =>
      stored('audit_log').updateOne({ organizationId: id, action: 'team.create' }, { $set: set });
    await change({ approvedBy: 'the auditor' });
    expect(await faultsOf(id)).toMatch(/has members that no entry has \(approvedBy\)/);
    const listed = (await api.get('/auditlog/list?Action=team.create&Limit=3')).body;
    const states = (listed.items as { signatureStatus: { isValid: boolean } }[]).map(
      ({ signatureStatus }) => signatureStatus.isValid,
    );
    expect(states.toSorted()).toEqual([false, true, true]);
    for (const set of [{ keyId: 'other' }, { keyCreatedBy: 'other' }, { actorId: 'other' }]) {
      const { id: another } = await organizationWithLog();
      await stored('audit_log').updateOne(
        { organizationId: another, action: 'team.create' },
        { $set: set },
      );
      expect(await faultsOf(another), JSON.stringify(set)).toMatch('was altered');
    }
  });

  it('an altered head, which stays for all to see', async () => {
    const { id, api } = await organizationWithLog();
    await stored('audit_heads').updateOne({ organizationId: id }, { $set: { sequence: 1 } });
    await appendAfterRestart(id);
    expect(await faultsOf(id)).toMatch('The signed head was altered');
    expect((await api.get('/auditlog/head')).status).toBe(409);
  });

  it('with an outside copy, and only with one, an old head that was put back with a cut end', async () => {
    const { id, api, last } = await organizationWithLog();
    const heads = stored('audit_heads');
    const old = await heads.findOne({ organizationId: id });
    await api.make('/team', { displayName: 'Inconvenient' });
    const copy = parseHeads((await api.get('/auditlog/head')).text);
    expect(copy).toMatchObject([{ organizationId: id, sequence: last + 1 }]);
    expect((await verifyLog(server.app.world, id, copy)).faults).toEqual([]);
    await stored('audit_log').deleteMany({ organizationId: id, sequence: { $gt: last } });
    await heads.replaceOne({ organizationId: id }, old ?? {});
    expect(await faultsOf(id)).toBe('');
    const cut = await verifyLog(server.app.world, id, copy);
    expect(cut.faults.map(inEnglish).join()).toMatch(`Your copy names entry ${last + 1}`);
    await appendAfterRestart(id);
    const replaced = await verifyLog(server.app.world, id, copy);
    expect(replaced.faults.map(inEnglish).join()).toMatch(
      `Entry ${last + 1} is missing or not the one of your`,
    );
  });
});

describe('heads', () => {
  it('go to the process log, those that moved', async () => {
    const { id, api, last } = await organizationWithLog();
    let text = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        text += String(chunk);
        done();
      },
    });
    const world = { ...server.app.world, log: createLog('info', sink) };
    await logHeads(world);
    const [head] = parseHeads(text).filter(({ organizationId }) => organizationId === id);
    expect(head?.sequence).toBe(last);
    expect((await verifyLog(world, id, head ? [head] : [])).faults).toEqual([]);
    text = '';
    await logHeads(world);
    expect(parseHeads(text)).toEqual([]);
    await api.make('/team', { displayName: 'One more' });
    await headsWritten(world);
    await logHeads(world);
    expect(parseHeads(text)).toMatchObject([{ organizationId: id, sequence: last + 1 }]);
  });

  it('older than what retention kept cannot be compared, and are no fault', async () => {
    const { id, api } = await organizationWithLog();
    const copy = parseHeads((await api.get('/auditlog/head')).text);
    await api.put(`/organizations/${id}/settings`, { auditRetentionDays: 30 });
    server.clock.advance(31 * 86_400);
    await api.make('/team', { displayName: 'New' });
    await server.app.jobs.runAll();
    const { faults, notes } = await verifyLog(server.app.world, id, copy);
    expect(faults).toEqual([]);
    expect(notes.map(inEnglish).join()).toMatch('cannot be compared: retention removed');
  });
});
