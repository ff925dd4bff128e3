import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../src/kernel/index.ts';
import { endSession } from '../../src/sessions/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type OpenEvents, openEvents } from '../support/events.ts';
import { makePerson } from '../support/keys.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { type SignedIn, signIn } from '../support/sessions.ts';

describe('events from two processes on one store', () => {
  let dataDir: string;
  let owner: ServerProcess | undefined;
  let guest: TestApp;
  let team: string;
  let person: SignedIn;
  const open: OpenEvents[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
    owner = await startServerProcess(dataDir);
    // The clock of the other process is the machine's.
    const clock = new Date().toISOString();
    guest = await startTestApp({ besides: { dataDir, key: owner.key } as TestApp, clock });
    team = await guest.api.make('/team', { displayName: 'Team' });
    const { id: userId } = await makePerson(guest, { teams: { [team]: 'Member' } });
    person = await signIn(guest, { userId });
  });
  afterAll(async () => {
    for (const events of open) events.close();
    await guest?.app.stop();
    await owner?.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function listenAt(url: string | undefined, position?: string): Promise<OpenEvents> {
    const events = await openEvents(url ?? '', person.cookie, {
      headers: position ? { 'last-event-id': position } : {},
    });
    open.push(events);
    expect((await events.next(() => true)).name).toBe('ready');
    return events;
  }

  const makeIncident = () =>
    guest.api.make('/incident', {
      title: 'x',
      status: 'Open',
      severity: 'Critical',
      teamIds: [team],
    });

  it('what one of them writes is told by both, and a page may come back to the other', async () => {
    const [here, there] = [await listenAt(guest.app.url), await listenAt(owner?.url)];
    const id = await makeIncident();
    const seen = await there.next(({ data }) => data.id === id);
    await here.next(({ data }) => data.id === id);
    here.close();
    const missed = await makeIncident();
    const back = await listenAt(owner?.url, seen.id);
    await back.next(({ data }) => data.id === missed);
  });

  it('a session that ends at one of them ends its streams at the other', async () => {
    const there = await listenAt(owner?.url);
    const ctx = systemContext(guest.app.world, guest.organizationId);
    await endSession(guest.app.world, person.session, { reason: 'signed out', by: ctx });
    expect((await there.rest()).at(-1)?.name).toBe('end');
  });
});
