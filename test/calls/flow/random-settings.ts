import type { CallSettings, RouteSettings } from '../../../src/calls/call-settings.ts';
import type { Chance } from './chance.ts';
import { menuWith, routeWith, settingsWith } from './one-call.ts';

export function randomSettings(chance: Chance): CallSettings {
  const route = (key: number): RouteSettings =>
    routeWith({
      key,
      teamExists: !chance.is(0.03),
      goesToVoicemail: chance.is(0.1),
      voicemailIfNobodyAnswers: chance.is(0.6),
      resolvesOnAnswer: chance.is(0.5),
      skipsDialedNumbers: chance.is(0.7),
      usersMax: chance.upTo(4) + 1,
      ringSeconds: chance.pick([5, 20, 120]),
      acceptSeconds: chance.pick([3, 10]),
      acceptAttemptsMax: chance.upTo(2) + 1,
    });
  return settingsWith({
    language: 'en-US',
    attachesTranscript: chance.is(0.3),
    messageSecondsMin: 2,
    missedSecondsMin: null,
    allowlist: chance.is(0.05) ? ['+49'] : [],
    blocklist: chance.is(0.05) ? [chance.pick(['+49', '+43'])] : [],
    routing: chance.is(0.7)
      ? { mode: 'single', route: route(0) }
      : menuWith([route(1), route(2)], { attemptsMax: chance.upTo(2) + 1 }),
  });
}
