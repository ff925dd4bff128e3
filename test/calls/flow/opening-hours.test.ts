import { describe, expect, it } from 'vitest';
import type { OpeningHours } from '../../../src/calls/call-settings.ts';
import { incidentPlanOf } from '../../../src/calls/flow/index.ts';
import { saying } from '../../support/saying.ts';
import { member, menuWith, OneCall, routeWith, settingsWith } from './one-call.ts';

/** Whether a route is open is decided when the caller takes it. */

const weekdays: OpeningHours = {
  timeZoneId: 'Europe/Berlin',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', until: '17:00' }],
  holidays: [{ date: '2026-12-25', name: 'Christmas' }],
  closed: 'voicemail',
  closedMessage: null,
  closedTeamId: null,
};
const words = { kind: 'speech', text: 'We are closed.', locale: 'en-US' } as const;

function callAt(at: string, change: Partial<OpeningHours> = {}): OneCall {
  const route = routeWith({ hours: { ...weekdays, ...change } });
  const settings = settingsWith({ routing: { mode: 'single', route }, missedSecondsMin: 1 });
  const call = new OneCall({ settings, targets: [member('Ann')] });
  call.now = new Date(at);
  return call;
}

describe('a route with opening hours', () => {
  it.each([
    // Berlin is an hour ahead in winter, two in summer.
    ['2026-12-24T06:59:59Z', false],
    ['2026-12-24T07:00:00Z', true],
    ['2026-12-24T15:59:59Z', true],
    ['2026-12-24T16:00:00Z', false],
    ['2026-07-01T06:00:00Z', true],
    ['2026-07-01T15:00:00Z', false],
    ['2026-12-26T10:00:00Z', false],
    ['2026-12-25T10:00:00Z', false],
    // The holiday begins and ends at midnight in Berlin.
    ['2026-12-28T10:00:00Z', true],
  ])('at %s: open is %s', (at, isOpen) => {
    const call = callAt(at).reachRoute();
    expect(call.told.includes('dial')).toBe(isOpen);
    expect(call.told.includes('record')).toBe(!isOpen);
  });

  it('says in the log why it is closed, and which holiday it is', () => {
    const reasons = (call: OneCall) => call.said.join(' ');
    expect(reasons(callAt('2026-12-25T10:00:00Z').reachRoute())).toContain('“Christmas”');
    expect(reasons(callAt('2026-12-26T10:00:00Z').reachRoute())).toContain(
      'outside of the opening hours (Europe/Berlin)',
    );
  });

  it('passes midnight where a window ends before it begins', () => {
    const night = { windows: [{ days: ['fri'], from: '22:00', until: '06:00' }] } as const;
    expect(callAt('2026-03-07T04:59:00Z', night).reachRoute().told).toContain('dial');
    expect(callAt('2026-03-07T05:00:00Z', night).reachRoute().told).toContain('record');
  });

  it('stays as it was when the call began, though it closes meanwhile', () => {
    const call = callAt('2026-12-24T15:59:59Z').arrive().after(30).tell({ kind: 'RouteReached' });
    expect(call.told).toContain('dial');
  });

  it('says its message when it is closed, and opens no incident', () => {
    const closed = { closed: 'message', closedMessage: words } as const;
    const call = callAt('2026-12-26T10:00:00Z', closed).reachRoute().after(30).hangUp();
    expect(call.said.at(-2)).toContain('The message for that is played.');
    expect(call.session.outcome).toBe('Missed');
    expect(incidentPlanOf(call.session)).toMatchObject({
      isCreated: false,
      reason: saying('It is closed'),
    });
  });

  it('asks for a message with the words for that, and one that is left opens an incident', () => {
    const call = callAt('2026-12-26T10:00:00Z', { closedMessage: words }).reachRoute();
    expect(call.answer?.[0]).toEqual({ do: 'say', prompt: words });
    call.tell({ kind: 'Recorded', recording: { id: 'RE1', url: null, durationSeconds: 9 } });
    expect(incidentPlanOf(call.session)).toMatchObject({ isCreated: true, status: 'Open' });
  });

  it('rings another team, which gets the incident', () => {
    const other = '018f4e2c-7a31-4b9d-8c55-2f60a1d3e9b7';
    const closed = { closed: 'team', closedTeamId: other } as const;
    const call = callAt('2026-12-26T10:00:00Z', closed).reachRoute();
    expect(call.needs).toContainEqual({ kind: 'chain', teamId: other });
    expect(call.told).toContain('dial');
    call.after(40).hangUp();
    expect(incidentPlanOf(call.session)).toMatchObject({ isCreated: true, teamId: other });
  });

  it('holds for the key that leads to it alone', () => {
    const routes = [routeWith({ key: 1, hours: weekdays }), routeWith({ key: 2 })];
    const settings = settingsWith({ routing: menuWith(routes) });
    for (const [key, does] of [
      ['1', 'record'],
      ['2', 'dial'],
    ] as const) {
      const call = new OneCall({ settings, targets: [member('Ann')] });
      call.now = new Date('2026-12-26T10:00:00Z');
      call.arrive().tell({ kind: 'MenuKey', attempt: 1, key }).tell({ kind: 'RouteReached' });
      expect(call.told).toContain(does);
    }
  });
});
