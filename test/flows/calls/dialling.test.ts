import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accepts,
  busy,
  type Faults,
  noAnswer,
  type PhoneScript,
  picksUp,
  unreachable,
  voicemailBox,
} from '../../support/carrier/index.ts';
import { makePerson } from '../../support/keys.ts';
import { caller, Hotline, type OnCallTeam, type Responder } from './hotline.ts';

let hotline: Hotline;
beforeAll(async () => {
  hotline = await Hotline.start();
});
afterAll(() => hotline?.stop());

/** One tier for each, so that the order is certain; what each phone does each time it rings. */
async function teamOf(phones: Record<string, PhoneScript | PhoneScript[]>): Promise<OnCallTeam> {
  const team = await hotline.team(...Object.keys(phones).map((name) => [name]));
  for (const [name, scripts] of Object.entries(phones))
    hotline.carrier.phone(personOf(team, name).phone, ...[scripts].flat());
  return team;
}

function personOf(team: OnCallTeam, name: string): Responder {
  const person = team.people[name];
  if (!person) throw new Error(`${name} is not in ${team.displayName}.`);
  return person;
}

/** A number with one route to the team. */
const numberOf = (team: OnCallTeam, route: object = {}) =>
  hotline.number(team.id, { route: { sendToVoicemailIfNoResponse: false, ...route } });

const rung = ['DialTarget sent', 'DialTargetResult received'];
const asked = ['ConfirmTarget sent', 'ConfirmTargetResult received'];
const askedInVain = ['ConfirmTarget sent', 'ConfirmTargetResult received Ignored'];
const start = ['CallReceived received', 'DialChainResolved internal'];
const over = ['Hangup sent', 'Hangup received'];
const accepted = [...start, 'DialTarget sent', ...asked, 'DialTargetResult received', ...over];

describe('dialling', () => {
  it('19. nobody on call: the fallback at once', async () => {
    const nobody = await hotline.team();
    const closed = await hotline.call(await numberOf(nobody));
    expect(closed.session.outcome).toBe('Missed');
    expect(closed.log).toEqual([...start, ...over]);
    expect(closed.call.leg.heard).toHaveLength(1);
    const voicemail = await hotline.call(
      await numberOf(nobody, { sendToVoicemailIfNoResponse: true }),
      { message: { seconds: 5, ends: '#' } },
    );
    expect(voicemail.session.outcome).toBe('Voicemail');
  });

  it('20. everybody is busy: the fallback, and nobody rings', async () => {
    const team = await teamOf({ Ada: picksUp({ talks: 600 }) });
    const number = await numberOf(team);
    const first = hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run(20);
    const second = hotline.carrier.dialIn('+4917011111111', number.number);
    await hotline.time.run();
    await hotline.settle();
    const seen = await hotline.see(second, number);
    expect(seen.session.outcome).toBe('Missed');
    expect(seen.dialled).toEqual([]);
    expect(seen.log).toEqual([...start, 'DialTarget internal Ignored', ...over]);
    expect(seen.reasons).toContain('Ada');
    expect((await hotline.see(first, number)).session.outcome).toBe('Accepted');
  });

  it('21. whose phone is not confirmed is left out, with the reason', async () => {
    const member = await makePerson(hotline.app, { organizationRole: 'Member' });
    const { body } = await member.api.get(`/user/${member.id}`);
    const set = await member.api.put(`/user/${member.id}`, {
      ...body,
      displayName: 'Ursula',
      phoneNumber: '+4915177777777',
    });
    expect(set.status, set.text).toBe(200);
    const bob = await hotline.person('Bob');
    hotline.carrier.phone(bob.phone, accepts);
    const team = await hotline.team();
    await hotline.tiers(team.id, [member.id], [bob.id]);
    const seen = await hotline.call(await numberOf(team));
    expect(seen.dialled).toEqual(['Bob']);
    expect(seen.reasons).toMatch(/Ursula has no confirmed phone number/);
  });

  it('22. for somebody who is offline the replacement rings', async () => {
    const team = await teamOf({ Ada: accepts });
    const bob = await hotline.person('Bob');
    await hotline.join(bob.id, team.id);
    hotline.carrier.phone(bob.phone, accepts);
    await hotline.app.api.make('/on-call-override', {
      userId: personOf(team, 'Ada').id,
      teamId: team.id,
      type: 'offline',
      start: null,
      end: null,
      replacementUserIds: [bob.id],
    });
    const seen = await hotline.call(await numberOf(team));
    expect(seen.dialled).toEqual(['Bob']);
  });

  it('23. somebody in two tiers rings once when numbers are skipped, else twice', async () => {
    const team = await hotline.team(['Ada'], ['Ada']);
    hotline.carrier.phone(personOf(team, 'Ada').phone, noAnswer);
    const once = await hotline.call(await numberOf(team, { skipAlreadyDialedNumbers: true }));
    expect(once.dialled).toEqual(['Ada']);
    expect(once.log).toEqual([...start, ...rung, 'DialTarget internal Ignored', ...over]);
    const twice = await hotline.call(await numberOf(team, { skipAlreadyDialedNumbers: false }));
    expect(twice.dialled).toEqual(['Ada', 'Ada']);
  });

  it('24. two people with one number ring once when numbers are skipped', async () => {
    const team = await hotline.team(['Ada']);
    const { phone } = personOf(team, 'Ada');
    const bob = await hotline.person('Bob', { phoneNumber: phone });
    const both = await hotline.team();
    await hotline.tiers(both.id, [personOf(team, 'Ada').id], [bob.id]);
    hotline.carrier.phone(phone, noAnswer);
    const once = await hotline.call(await numberOf(both, { skipAlreadyDialedNumbers: true }));
    expect(once.call.rung).toHaveLength(1);
    const twice = await hotline.call(await numberOf(both));
    expect(twice.call.rung).toHaveLength(2);
  });

  it('25. with one user at most, one rings', async () => {
    const team = await teamOf({ Ada: noAnswer, Bob: accepts });
    const seen = await hotline.call(await numberOf(team, { maxUsersToTry: 1 }));
    expect(seen.dialled).toEqual(['Ada']);
    expect(seen.session.outcome).toBe('Missed');
  });

  it('26. with ten at most and three on call, three ring', async () => {
    const team = await teamOf({ Ada: noAnswer, Bob: noAnswer, Cleo: noAnswer });
    const seen = await hotline.call(await numberOf(team, { maxUsersToTry: 10 }));
    expect(seen.dialled).toEqual(['Ada', 'Bob', 'Cleo']);
    expect(seen.log).toEqual([...start, ...rung, ...rung, ...rung, ...over]);
  });

  it.each([5, 120])('27. each rings for %i seconds', async (seconds) => {
    const team = await teamOf({ Ada: noAnswer, Bob: noAnswer });
    const seen = await hotline.call(await numberOf(team, { dialTimeoutPerUserInSeconds: seconds }));
    const [first, second] = seen.call.rung;
    // A second until it rings.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeCloseTo(seconds + 1, 0);
  });

  it('28. busy, unreachable and wrong numbers: the next at once', async () => {
    const team = await teamOf({ Ada: busy, Bob: unreachable, Cleo: accepts });
    const seen = await hotline.call(await numberOf(team));
    expect(seen.dialled).toEqual(['Ada', 'Bob', 'Cleo']);
    expect(seen.call.rung.map(({ at }) => Math.round(at))).toEqual([0, 1, 2]);
    expect(seen.log).toEqual([
      ...start,
      ...rung,
      'DialTarget sent',
      'DialTargetResult received Failed',
      ...accepted.slice(start.length),
    ]);
    expect(seen.session.outcome, 'a failed attempt is not a failed call').toBe('Accepted');
  });

  it('29. an answering machine accepts nothing: the next is rung after the prompts', async () => {
    const team = await teamOf({ Ada: voicemailBox(), Bob: accepts });
    const seen = await hotline.call(await numberOf(team, { targetConfirmMaxAttempts: 2 }));
    expect(seen.dialled).toEqual(['Ada', 'Bob']);
    const [machine] = seen.call.rung;
    expect(machine).toMatchObject({ isBridged: false, status: 'completed' });
    // Twice the words to accept, and who calls.
    expect(machine?.leg.heard).toHaveLength(4);
    expect(seen.log).toEqual([
      ...start,
      'DialTarget sent',
      ...askedInVain,
      ...askedInVain,
      'DialTargetResult received',
      ...accepted.slice(start.length),
    ]);
    expect(seen.session.acceptedBy?.id).toBe(personOf(team, 'Bob').id);
  });

  it('30. 2, then 1: accepted', async () => {
    const team = await teamOf({ Ada: picksUp({ keys: ['2', '1'] }) });
    const seen = await hotline.call(await numberOf(team));
    expect(seen.session.outcome).toBe('Accepted');
    expect(seen.log).toEqual([
      ...start,
      'DialTarget sent',
      ...askedInVain,
      ...asked,
      'DialTargetResult received',
      ...over,
    ]);
  });

  it('31. 1 after the last prompt is too late', async () => {
    const late = picksUp({ keys: [], presses: [{ at: 300, key: '1' }], talks: null });
    const team = await teamOf({ Ada: late, Bob: noAnswer });
    const seen = await hotline.call(await numberOf(team, { targetConfirmMaxAttempts: 1 }));
    expect(seen.session.outcome).toBe('Missed');
    expect(seen.call.rung[0]).toMatchObject({ isBridged: false });
    expect(seen.dialled).toEqual(['Ada', 'Bob']);
  });

  it('31. 1 that arrives when the leg is over is ignored, and connects nobody', async () => {
    const team = await teamOf({ Ada: accepts, Bob: noAnswer });
    const seen = await hotline.call(await numberOf(team), {}, ({ kind }) =>
      kind === 'confirm' ? { fault: 'delay', seconds: 20 } : null,
    );
    expect(seen.call.rung.map(({ isBridged }) => isBridged)).toEqual([false, false]);
    expect(seen.session.outcome).toBe('Missed');
    expect(seen.log).toContain('ConfirmTargetResult received Ignored');
    const late = seen.call.sent.deliveries.find(({ kind }) => kind === 'confirm');
    expect(late?.answer?.body, 'an empty document would connect them').toContain('<Hangup/>');
  });

  it('32. somebody hangs up during the prompt: the next', async () => {
    const hangsUp = picksUp({ keys: [], hangsUp: { when: 'picked-up', after: 1 } });
    const team = await teamOf({ Ada: hangsUp, Bob: accepts });
    const seen = await hotline.call(await numberOf(team));
    expect(seen.dialled).toEqual(['Ada', 'Bob']);
    expect(seen.log).toEqual([
      ...start,
      'DialTarget sent',
      'ConfirmTarget sent',
      'DialTargetResult received',
      ...accepted.slice(start.length),
    ]);
  });

  it('33. the caller hangs up while it rings: the phone stops ringing, the call is missed', async () => {
    const team = await teamOf({ Ada: noAnswer, Bob: accepts });
    const seen = await hotline.call(await numberOf(team), {
      hangsUp: { when: 'ringing', after: 3 },
    });
    expect(seen.call.rung).toHaveLength(1);
    expect(seen.call.rung[0]).toMatchObject({ status: 'canceled' });
    expect(seen.session.outcome).toBe('Missed');
    expect(seen.log.slice(0, start.length + 1)).toEqual([...start, 'DialTarget sent']);
    expect(seen.log.filter((line) => line.startsWith('DialTarget sent'))).toHaveLength(1);
    expect(seen.incident).toBe(null);
  });

  it.each([true, false])(
    '34. the caller hangs up while somebody listens, who then presses 1: missed (the words go on: %s)',
    async (whisperOutlivesCaller) => {
      hotline.carrier.options.whisperOutlivesCaller = whisperOutlivesCaller;
      const team = await teamOf({ Ada: picksUp({ keys: [{ keys: '1', after: 3 }] }) });
      const seen = await hotline.call(await numberOf(team), {
        hangsUp: { when: 'picked-up', after: 1 },
      });
      expect(seen.session.outcome).toBe('Missed');
      expect(seen.call.rung[0]?.isBridged).toBe(false);
      expect(seen.incident).toBe(null);
      expect(await hotline.engagements()).toEqual([]);
    },
  );

  it('35. the caller hangs up in the moment of the accept', async () => {
    hotline.carrier.options.whisperOutlivesCaller = true;
    for (const after of [0.999, 1, 1.001]) {
      const team = await teamOf({ Ada: picksUp({ talks: null }) });
      const seen = await hotline.call(await numberOf(team), {
        hangsUp: { when: 'picked-up', after },
      });
      const isBridged = seen.call.rung[0]?.isBridged === true;
      expect(seen.session.outcome).toBe(isBridged ? 'Accepted' : 'Missed');
      expect(seen.incident === null).toBe(!isBridged);
      expect(await hotline.engagements()).toEqual([]);
    }
  });

  it('35. somebody who presses 1 and hangs up before they are connected: the next', async () => {
    const hasty = picksUp({ hangsUp: { when: 'picked-up', after: 2 } });
    const team = await teamOf({ Ada: hasty, Bob: noAnswer });
    const slow: Faults = ({ kind }) =>
      kind === 'confirm' ? { fault: 'slow-answer', seconds: 3 } : null;
    const seen = await hotline.call(await numberOf(team), {}, slow);
    expect(seen.dialled).toEqual(['Ada', 'Bob']);
    expect(seen.log).toContain('ConfirmTargetResult received');
    expect(seen.session.outcome, 'pressed 1, but not connected').toBe('Missed');
    expect(seen.incident).toBe(null);
    expect(await hotline.engagements()).toEqual([]);
  });

  it('36. on-call that changes hands during the call changes nothing for it', async () => {
    const team = await teamOf({ Ada: noAnswer, Bob: accepts });
    const number = await numberOf(team);
    const call = hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run(5);
    await hotline.app.api.make('/on-call-override', {
      userId: personOf(team, 'Bob').id,
      teamId: team.id,
      type: 'offline',
      start: null,
      end: null,
    });
    await hotline.time.run();
    await hotline.settle();
    expect((await hotline.see(call, number)).dialled).toEqual(['Ada', 'Bob']);
    expect((await hotline.call(number)).dialled).toEqual(['Ada']);
  });

  it('37. a number that changes during the call is dialled as it was', async () => {
    const team = await teamOf({ Ada: noAnswer, Bob: accepts });
    const bob = personOf(team, 'Bob');
    const number = await numberOf(team);
    const call = hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run(5);
    const { body } = await hotline.app.api.get(`/user/${bob.id}`);
    await hotline.app.api.put(`/user/${bob.id}`, { ...body, phoneNumber: '+4915188888888' });
    await hotline.time.run();
    expect(call.rung.map(({ to }) => to)).toEqual([personOf(team, 'Ada').phone, bob.phone]);
  });

  it('38. who calls the hotline from their own phone is not rung', async () => {
    const team = await teamOf({ Ada: accepts, Bob: accepts });
    const seen = await hotline.call(await numberOf(team), {
      from: personOf(team, 'Ada').phone,
    });
    expect(seen.dialled).toEqual(['Bob']);
    expect(seen.reasons).toMatch(/Ada/);
  });

  it('the caller is shown to the people on call, or the number that was called', async () => {
    const team = await teamOf({ Ada: accepts });
    const shown = await hotline.call(await numberOf(team));
    expect(shown.call.rung[0]?.callerId).toBe(caller);
    expect(shown.log).toEqual(accepted);
    const number = await hotline.number(team.id, { callDisplayMode: 'InboundNumber' });
    const hidden = await hotline.call(number);
    expect(hidden.call.rung[0]?.callerId).toBe(number.number);
    const anonymous = await hotline.call(await numberOf(team), { from: 'anonymous' });
    expect(anonymous.call.rung[0]?.callerId).toBe(anonymous.call.to);
  });

  it('within a tier everybody has their turn at being first', async () => {
    const team = await hotline.team(['Ada', 'Bob', 'Cleo']);
    for (const { phone } of Object.values(team.people)) hotline.carrier.phone(phone, busy);
    const number = await numberOf(team);
    const firsts = new Set<string | undefined>();
    for (let n = 0; n < 60 && firsts.size < 3; n += 1) {
      const seen = await hotline.call(number);
      expect(seen.dialled.toSorted()).toEqual(['Ada', 'Bob', 'Cleo']);
      firsts.add(seen.dialled[0]);
    }
    expect(firsts.size).toBe(3);
  });
});
