import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepts } from '../../support/carrier/index.ts';
import { caller, Hotline, type OnCallTeam } from './hotline.ts';

let hotline: Hotline;
let team: OnCallTeam;
beforeAll(async () => {
  hotline = await Hotline.start();
  team = await hotline.team(['Ada']);
  for (const { phone } of Object.values(team.people)) hotline.carrier.phone(phone, accepts);
});
afterAll(() => hotline?.stop());

const blocked = ['CallReceived received', 'CallerBlocklisted internal'];

/** Calls a number with these lists. */
async function callWith(
  lists: { callerAllowlist?: string[]; callerBlocklist?: string[] },
  from: string,
) {
  return hotline.call(await hotline.number(team.id, lists), { from });
}

async function expectBlocked(lists: Parameters<typeof callWith>[0], from: string) {
  const seen = await callWith(lists, from);
  expect(seen.session.outcome).toBe('Blocklisted');
  expect(seen.log).toEqual(blocked);
  expect(seen.dialled).toEqual([]);
  expect(seen.incident).toBe(null);
  expect(seen.call.leg.answeredAt, 'nobody pays for it').toBe(null);
  return seen;
}

async function expectPassed(lists: Parameters<typeof callWith>[0], from: string) {
  const seen = await callWith(lists, from);
  expect(seen.session.outcome).toBe('Accepted');
  expect(seen.dialled).toEqual(['Ada']);
  return seen;
}

describe('lists and numbers', () => {
  it('1. who is blocked and allowed at once is blocked', async () => {
    await expectBlocked({ callerAllowlist: [caller], callerBlocklist: ['+49'] }, caller);
  });

  it('2. an allowlist of +49 lets +49… pass', async () => {
    await expectPassed({ callerAllowlist: ['+49'] }, '+4989123456');
    await expectBlocked({ callerAllowlist: ['+49'] }, '+4312345678');
  });

  it('3. with an allowlist, an anonymous caller is blocked', async () => {
    for (const from of ['anonymous', '', '+266696687', 'Restricted'])
      await expectBlocked({ callerAllowlist: ['+49', '+266'] }, from);
  });

  it('4. an anonymous caller who looks like Lesotho is not on a blocklist with Lesotho', async () => {
    const seen = await expectPassed({ callerBlocklist: ['+266', '+7'] }, '+266696687');
    expect(seen.session).toMatchObject({ callerNumber: null, callerKind: 'Anonymous' });
    await expectPassed({ callerBlocklist: ['+266', '+7'] }, '+7378742833');
    await expectBlocked({ callerBlocklist: ['+266'] }, '+26622123456');
  });

  it('5. +1 holds for Canada', async () => {
    await expectPassed({ callerAllowlist: ['+1'] }, '+16135550123');
  });

  it('6. entries are read with blanks, dashes, brackets and 00', async () => {
    const entries = ['0049 (170) 999-999.99'];
    await expectBlocked({ callerBlocklist: entries }, caller);
    await expectPassed({ callerBlocklist: entries }, '+4917099999998');
  });

  it('7. an entry of five digits is refused when it is saved', async () => {
    const number = await hotline.number(team.id);
    const answer = await hotline.app.api.get(`/inbound-integration/${number.integrationId}`);
    const refused = await hotline.app.api.put(`/inbound-integration/${number.integrationId}`, {
      ...answer.body,
      integrationSettings: {
        twilio: {
          accessSettings: { phoneNumber: number.number },
          callFlowConfig: { callerBlocklist: ['+49151'] },
        },
      },
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('+49151');
  });

  it('8. a SIP caller passes without lists, and has no number', async () => {
    const seen = await expectPassed({}, 'sip:ada@example.com');
    expect(seen.session).toMatchObject({ callerNumber: null, callerKind: 'Sip' });
    expect(seen.call.rung[0]?.callerId, 'shown to the people on call').toBe(seen.call.to);
  });

  it('9. a blocked caller leaves two lines, and none later', async () => {
    const lists = { callerBlocklist: ['+49'] };
    const { call, session } = await expectBlocked(lists, caller);
    const kinds = call.sent.deliveries.map(({ kind, answer }) => [kind, answer?.status]);
    expect(kinds).toEqual([
      ['voice', 200],
      ['status', 204],
    ]);
    expect(session.endedAt).not.toBe(null);
  });

  it('10. lists that change during a call change nothing for it', async () => {
    const number = await hotline.number(team.id);
    const call = hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run(3);
    await hotline.configure(number, { callerBlocklist: ['+49'] });
    await hotline.time.run();
    await hotline.settle();
    expect((await hotline.see(call, number)).session.outcome).toBe('Accepted');
    const next = await hotline.call(number);
    expect(next.session.outcome).toBe('Blocklisted');
  });
});
