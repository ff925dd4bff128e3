import { expect, it } from 'vitest';
import { member, menuWith, OneCall, routeWith, settingsWith } from './one-call.ts';

const [ann, bob] = [member('Ann'), member('Bob', 2)];
const reasonsOf = (call: OneCall) => call.said;
const ringing = { kind: 'LegStatus', leg: 0, status: 'ringing', childCallId: null } as const;
const withRoute = (change: Parameters<typeof routeWith>[0]) =>
  settingsWith({ routing: { mode: 'single', route: routeWith(change) } });

it('says of a call that nobody took who was rung, and what became of it', () => {
  const call = new OneCall({ targets: [ann, bob] }).reachRoute().tell(ringing);
  call.after(20).endDial('no-answer').after(4).pickUp(1).after(12).press('', 1).press('5', 1, 2);
  call.after(1).endDial('completed', 1);
  expect(reasonsOf(call)).toEqual([
    '+4915112345678 called Payments hotline.',
    'To be dialled: Tier 1 (Ann); tier 2 (Bob).',
    'Ann (tier 1) is rung for up to 20 seconds.',
    'Ann was rung for 20 seconds and did not pick up.',
    'Bob (tier 2) is rung for up to 20 seconds.',
    'Bob picked up and is asked to press 1 (1 of at most 3).',
    'No key arrived from the phone of Bob within 10 seconds.',
    'Bob is asked again to press 1 (2 of at most 3).',
    'Bob pressed 5, not 1.',
    'Bob is asked again to press 1 (3 of at most 3).',
    'The call to Bob was picked up and ended before 1 was pressed.',
    'Nobody who was dialled accepted.',
    'The caller may leave a message of up to 300 seconds.',
  ]);
  expect(call.session.legs).toMatchObject([
    { dialStatus: 'no-answer', rangAt: expect.any(Date), answeredAt: null },
    { dialStatus: 'completed', rangAt: null, answeredAt: expect.any(Date), endedAt: call.now },
  ]);
});

it('says why nobody was rung', () => {
  const hidden = new OneCall({ from: 'anonymous' }).reachRoute();
  expect(reasonsOf(hidden).slice(0, 3)).toEqual([
    'A caller without a number called Payments hotline.',
    'Nobody can be dialled.',
    'Nobody who is on call can be dialled.',
  ]);
  const busy = new OneCall({ targets: [ann] });
  busy.busy.add('ann');
  expect(reasonsOf(busy.reachRoute()).slice(2, 4)).toEqual([
    'Ann is connected to another call of the team.',
    'Everybody who is on call had to be skipped.',
  ]);
  const enough = new OneCall({ settings: withRoute({ usersMax: 1 }), targets: [ann, bob] });
  expect(reasonsOf(enough.reachRoute().endDial('busy')).slice(3, 5)).toEqual([
    'The phone of Ann is busy, or the call was declined.',
    'Nobody accepted, and the route allows 1 to be dialled.',
  ]);
});

it('says how a leg ended that led to nothing', () => {
  const after = (status: 'failed' | 'canceled' | 'completed' | 'no-answer') =>
    reasonsOf(new OneCall({ targets: [ann, bob] }).reachRoute().endDial(status))[3];
  expect(after('failed')).toBe('The carrier could not reach the number of Ann.');
  expect(after('canceled')).toBe('The call to Ann was cancelled.');
  expect(after('completed')).toBe('The call to Ann ended before it was accepted.');
  expect(after('no-answer')).toBe(
    'Ann did not pick up; the carrier has not reported that the phone rang.',
  );
  const dismissed = new OneCall({ settings: withRoute({ acceptAttemptsMax: 1 }), targets: [ann] });
  dismissed.reachRoute().pickUp().press('').endDial('completed');
  expect(reasonsOf(dismissed).slice(4, 6)).toEqual([
    'No key arrived from the phone of Ann within 10 seconds. Ann has not accepted.',
    'The call to Ann ended without being accepted.',
  ]);
});

it('says what the caller pressed', () => {
  const routing = menuWith([routeWith({ key: 1 })], { attemptsMax: 1 });
  const call = new OneCall({ settings: settingsWith({ routing }) }).arrive();
  call.tell({ kind: 'MenuKey', attempt: 1, key: '' });
  expect(reasonsOf(call).slice(1)).toEqual([
    'The menu is played (1 of at most 1) and waits for 1.',
    'The caller pressed no key within 5 seconds.',
    'The caller chose nothing from the menu, which was played once.',
  ]);
});

it('says what came too late', () => {
  const call = new OneCall({ targets: [ann, bob] }).reachRoute().hangUp();
  call.endDial('busy').pickUp().press('1').hangUp();
  expect(reasonsOf(call).slice(3)).toEqual([
    'The caller hung up while Ann was rung.',
    'The call had ended already.',
    'The call had ended already.',
    'The call had ended already.',
    'The call had ended already.',
  ]);
  const leg = new OneCall({ targets: [ann, bob] }).reachRoute().endDial('busy').endDial('failed');
  expect(reasonsOf(leg).at(-1)).toBe('The result of this leg changes nothing any more.');
  expect(leg.session.legs[0]?.dialStatus).toBe('busy');
});
