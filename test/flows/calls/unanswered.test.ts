import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOperation, withFaultyCallStore } from '../../support/call-store.ts';
import { accepts, picksUp, type SimulatedCall } from '../../support/carrier/index.ts';
import { caller, Hotline, type OnCallTeam } from './hotline.ts';

const controlRoom = '+4930999112';

let hotline: Hotline;
let team: OnCallTeam;
beforeAll(async () => {
  hotline = await Hotline.start({}, { instances: 2 });
  team = await hotline.team(['Ada'], ['Bob']);
  hotline.carrier.phone(team.people.Ada?.phone ?? '', accepts);
});
afterAll(() => hotline?.stop());

/** A call while every operation of these kinds fails, from the first `nth` on for so many times. */
async function callDuring(
  number: { number: string },
  script: Parameters<Hotline['carrier']['dialIn']>[2],
  { times, operations }: { times: number; operations: readonly CallOperation[] },
): Promise<SimulatedCall> {
  let left = times;
  const repair = withFaultyCallStore(hotline.app.app.world, (operation) => {
    if (!operations.includes(operation) || left === 0) return null;
    left -= 1;
    return 'before';
  });
  try {
    const call = hotline.carrier.dialIn(caller, number.number, script);
    await hotline.time.run();
    return call;
  } finally {
    repair();
  }
}

describe('a store that does not answer for a moment', () => {
  it('costs the caller seconds, and nothing else', async () => {
    const number = await hotline.number(team.id);
    for (const operation of ['insertOne', 'updateOne', 'findOne'] as const) {
      const call = await callDuring(number, {}, { times: 3, operations: [operation] });
      await hotline.settle();
      const seen = await hotline.see(call, number);
      expect(seen.session.outcome, operation).toBe('Accepted');
      expect(seen.dialled).toEqual(['Ada']);
      expect(seen.reasons).not.toMatch(/server/);
      expect(
        call.sent.deliveries.filter(({ answer }) => /again=/.test(answer?.body ?? '')),
      ).not.toEqual([]);
    }
  });

  it('loses no key that the caller pressed', async () => {
    const number = await hotline.number(team.id, {
      welcomeMessage: { type: 'TextToSpeech', text: 'Press 1.', locale: 'en-US' },
      menu: { options: [{ key: '1', route: {} }], menuMaxAttempts: 1 },
    });
    const call = await callDuring(number, { keys: ['1'] }, { times: 1, operations: ['updateOne'] });
    await hotline.settle();
    expect((await hotline.see(call, number)).session.outcome).toBe('Accepted');
  });
});

describe('a store that does not answer any longer', () => {
  const gone = { times: Number.POSITIVE_INFINITY, operations: ['findOne', 'insertOne'] } as const;

  /** Both processes have led a call of it. */
  const knownNumber = async (flow: object) => {
    const number = await hotline.number(team.id, flow);
    for (let n = 0; n < 2; n += 1) await hotline.call(number);
    return number;
  };

  it('ends the call in the language of the number, and opens an incident when it is back', async () => {
    const number = await knownNumber({ language: 'de-DE' });
    const call = await callDuring(number, {}, gone);
    expect(call.leg.heard.join(' ')).toMatch(/Anruf/);
    expect(call.rung).toEqual([]);
    // However long it takes.
    await hotline.wait(600);
    const { session, incident, log } = await hotline.see(call, number);
    expect(session).toMatchObject({ outcome: 'Failed', callerNumber: caller });
    expect(log).toEqual(['CallReceived received', 'Hangup internal Failed']);
    expect(incident).toMatchObject({ status: 'Open', attributes: { Outcome: 'Failed' } });
    expect(JSON.stringify(session)).toMatch(
      /The database of the server did not answer. The caller heard an apology/,
    );
    await hotline.wait(120);
    expect((await hotline.see(call, number)).log).toEqual(log);
  });

  it('puts the caller through to the emergency number', async () => {
    const number = await knownNumber({ emergencyNumber: controlRoom });
    hotline.carrier.phone(controlRoom, picksUp({ after: 2, keys: [], talks: 30 }));
    const call = await callDuring(number, {}, gone);
    expect(call.rung).toMatchObject([
      { to: controlRoom, callerId: number.number, isBridged: true },
    ]);
    await hotline.settle();
    const { session, incident } = await hotline.see(call, number);
    expect(session.outcome).toBe('Failed');
    expect(JSON.stringify(session)).toContain(`the emergency number ${controlRoom}`);
    expect(incident?.status).toBe('Open');
  });

  it('apologizes when nobody is at the emergency number either', async () => {
    const number = await knownNumber({ emergencyNumber: controlRoom });
    hotline.carrier.phone(controlRoom, { answer: 'busy' });
    const call = await callDuring(number, {}, gone);
    expect(call.leg.heard.join(' ')).toMatch(/nobody could take your call/);
    await hotline.settle();
    expect((await hotline.see(call, number)).session.outcome).toBe('Failed');
  });

  it('names nobody but itself when the caller does not wait', async () => {
    const number = await knownNumber({});
    const hangsUp = { when: 'call', after: 3 } as const;
    const call = await callDuring(number, { hangsUp }, gone);
    await hotline.wait(61);
    const { session, reasons } = await hotline.see(call, number);
    expect(session.outcome).toBe('Failed');
    expect(reasons).not.toMatch(/caller hung up/);
  });
});

describe('an emergency number', () => {
  it('is a number, and another one than that of the integration', async () => {
    const number = await hotline.number(team.id);
    for (const emergencyNumber of ['112', number.number])
      await expect(hotline.configure(number, { emergencyNumber })).rejects.toThrow(/400/);
    await hotline.configure(number, { emergencyNumber: controlRoom });
  });
});
