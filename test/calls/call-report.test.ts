import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../src/calls/call-report.ts';
import type { CallSession } from '../../src/calls/call-session.ts';
import { newSession } from '../../src/calls/flow/index.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { type Language, words } from '../../src/sentences/index.ts';
import { caller, menuWith, routeWith, settingsWith, start } from './flow/one-call.ts';

const ended = new Date(start.getTime() + 90_400);

/** A call from this number that has ended; with a menu where a key is given. */
function report(change: Partial<CallSession>, from = caller, language: Language = 'en') {
  const routing = change.routeKey
    ? menuWith([routeWith({ key: change.routeKey, severity: 'Minor' })])
    : { mode: 'single' as const, route: routeWith() };
  const call = { id: 'call', providerCallId: 'CA1', from, to: '+4930123456', startedAt: start };
  const session = newSession({ ...call, settings: settingsWith({ routing }) });
  return reportOf(
    {
      _id: 'call',
      session: { ...session, routeKey: 0, phase: 'ended', endedAt: ended, ...change },
    },
    { publicUrl: 'https://tocsin.example.com', teamName: 'Payments', language },
  );
}

const recording = { id: 'RE1', url: null, durationSeconds: 7, state: 'pending' } as const;

describe('what the mapping of a number reads of a call', () => {
  it('an accepted call is resolved where its route says so', () => {
    expect(report({ outcome: 'Accepted', endReason: words('The talk is over.') })).toEqual({
      status: 'Resolved',
      severity: 'Critical',
      title: `Call from ${caller} to Payments hotline`,
      callSessionId: 'call',
      outcome: 'Accepted',
      callerNumber: caller,
      calledNumber: '+4930123456',
      route: 'Payments',
      durationSeconds: 90,
      endReason: 'The talk is over.',
    });
  });

  it('a message is open, with the key of its route, where it is heard, and what was said', () => {
    const transcript = { state: 'completed', text: 'No cards.' } as const;
    expect(report({ outcome: 'Voicemail', routeKey: 2, recording, transcript })).toMatchObject({
      status: 'Open',
      severity: 'Minor',
      menuKey: 2,
      voicemailUrl: 'https://tocsin.example.com/api/public/v1/call-session/call/recording',
      voicemailSeconds: 7,
      transcript: 'No cards.',
    });
  });

  it.each(['absent', 'failed'] as const)('a message that is %s leads nowhere', (state) => {
    const lost = report({ outcome: 'Voicemail', recording: { ...recording, state } });
    expect(lost).not.toHaveProperty('voicemailUrl');
  });

  it.each([
    ['+49 151 12345678', caller],
    ['anonymous', 'anonymous'],
    ['+266696687', 'anonymous'],
    ['', 'anonymous'],
    ['sip:ann@example.com', 'sip:ann@example.com'],
  ])('of the caller %j it says %j', (from, said) => {
    expect(report({ outcome: 'Accepted' }, from).callerNumber).toBe(said);
  });

  const withheld = 'anonymous';
  it.each([
    ['Missed', caller, 'en', `Missed call from ${caller} to Payments hotline`],
    ['Failed', caller, 'de', `Verpasster Anruf von ${caller} bei Payments hotline`],
    ['Missed', withheld, 'en', 'Missed call from a withheld number to Payments hotline'],
    ['Voicemail', caller, 'de', `Nachricht von ${caller} für Payments hotline`],
    ['Voicemail', withheld, 'en', 'Message from a withheld number for Payments hotline'],
    ['Accepted', withheld, 'de', 'Anruf von unterdrückter Nummer bei Payments hotline'],
  ] as const)('the title of %s from %s in %s says who called', (outcome, from, language, title) => {
    expect(report({ outcome }, from, language).title).toBe(title);
  });
});

it('calls of every carrier are shown alike: the types that take calls have one mapping', async () => {
  const { types } = await loadCatalogue(fileURLToPath(new URL('../../templates', import.meta.url)));
  const takingCalls = types.filter(({ id, callRouting }) => callRouting && id !== 'Bird');
  expect(takingCalls.length).toBeGreaterThan(1);
  const shown = takingCalls.map(({ mapping }) => mapping);
  for (const mapping of shown) expect(mapping).toEqual(shown[0]);
  const members = JSON.stringify(shown[0]);
  for (const name of [
    'title',
    'callerNumber',
    'answeredBy',
    'voicemailUrl',
    'transcript',
    'menuKey',
  ])
    expect(members).toContain(`$.jsonBody.${name}`);
});
