import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type IncidentDocument, incidentModel } from '../../src/incidents/index.ts';
import { payloadModel } from '../../src/ingest/index.ts';
import { jointWriter } from '../../src/store/write-together.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { asOldServer, type Fault, type OnWrite } from '../support/old-server.ts';
import { alert, makeIntegration, map } from '../support/webhook.ts';

/**
 * A MongoDB before 8.0, FerretDB and others write payloads and incidents with a command each, so one may fail without
 * the other. Whatever fails: what was answered is stored and applied, at the latest by recovery.
 */
describe('intake on a server that writes to one collection at a time', () => {
  let t: TestApp;
  let id: string;
  let onWrite: OnWrite | undefined;

  beforeAll(async () => {
    t = await startTestApp();
    const { store } = t.app.world;
    const old = asOldServer(store.connection, { onWrite: (...write) => onWrite?.(...write) });
    Object.assign(store, { writeTogether: await jointWriter(old) });
    id = await makeIntegration(t);
    await map(t, id);
  });
  afterAll(() => t?.stop());
  afterEach(() => {
    onWrite = undefined;
  });

  const payloads = payloadModel.collectionName;
  const incidents = incidentModel.collectionName;

  /** The fault befalls the first write of the kind, and no other. */
  function once(collection: string, kind: 'insert' | 'update', fault: Fault): void {
    onWrite = (...write) => {
      if (write[0] !== collection || write[1] !== kind) return undefined;
      onWrite = undefined;
      return fault;
    };
  }

  /** As a tool does it: again until it is answered. */
  async function deliver(problem: string): Promise<string> {
    for (;;) {
      const answer = await alert(t, id, { id: problem });
      if (answer.status === 200) return String(answer.body.payloadId);
      expect(answer.status).toBe(503);
    }
  }

  const incidentsOf = (problem: string) =>
    incidentModel(t.app.world.store)
      .find({ integrationId: id, correlationId: problem })
      .lean<IncidentDocument[]>();
  const appliedIn = (found: readonly IncidentDocument[]) =>
    found.flatMap(({ events }) =>
      events.flatMap(({ by }) => (by?.kind === 'integration' ? [by.payloadId] : [])),
    );

  describe.each<Fault>(['never arrives', 'answer is lost'])('where a write %s', (fault) => {
    it.each([
      ['the payload', payloads, 'insert'],
      ['a new incident', incidents, 'insert'],
      ['a changed incident', incidents, 'update'],
    ] as const)(
      '%s: nothing that was answered is lost, and nothing is applied twice',
      async (what, collection, kind) => {
        const problem = `${what} ${fault}`;
        // A changed incident is one that was there.
        if (kind === 'update') await deliver(problem);
        once(collection, kind, fault);
        const answered = await Promise.all(Array.from({ length: 8 }, () => deliver(problem)));
        expect(onWrite, 'the fault has happened').toBeUndefined();
        await t.app.jobs.runAll();
        const found = await incidentsOf(problem);
        expect(found).toMatchObject([{ status: 'Open' }]);
        const applied = appliedIn(found);
        expect(new Set(applied).size, 'each once').toBe(applied.length);
        expect(answered.filter((payloadId) => !applied.includes(payloadId))).toEqual([]);
        const waiting = await payloadModel(t.app.world.store).countDocuments({ pending: true });
        expect(waiting).toBe(0);
        const stored = await payloadModel(t.app.world.store).find({ integrationId: id }).lean();
        const namesIt = stored.filter(({ incidentId }) => incidentId === found[0]?._id);
        const ids = namesIt.map(({ _id }) => _id.toHexString());
        expect(ids.filter((payloadId) => !applied.includes(payloadId))).toEqual([]);
        expect(answered.filter((payloadId) => !ids.includes(payloadId))).toEqual([]);
      },
    );
  });

  it('a payload that is applied anew is pending until its incident has it', async () => {
    const payloadId = await deliver('postponed');
    const [before] = await incidentsOf('postponed');
    const { collection } = payloadModel(t.app.world.store);
    const ofPayload = { integrationId: id, incidentId: before?._id ?? '' };
    // As it is when its incident could not be written.
    await incidentModel(t.app.world.store).deleteOne({ _id: before?._id ?? '' });
    await collection.updateOne(ofPayload, { $set: { pending: true, incidentId: null } });
    const seen: (true | undefined)[] = [];
    onWrite = async (name) => {
      if (name === incidents) {
        const stored = await payloadModel(t.app.world.store).findById(payloadId).lean();
        seen.push(stored?.pending);
      }
      return undefined;
    };
    await t.app.jobs.runAll();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(undefined);
    const [after] = await incidentsOf('postponed');
    const stored = await payloadModel(t.app.world.store).findById(payloadId).lean();
    expect(stored).toMatchObject({ outcome: 'Opened', incidentId: after?._id });
    expect(stored?.pending).toBeUndefined();
  });
});
