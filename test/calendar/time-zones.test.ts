import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTimeZone } from '../../src/calendar/index.ts';

function isKnownToIntl(timeZoneId: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timeZoneId });
    return true;
  } catch {
    return false;
  }
}

it('are those that Intl knows, links and offsets by name included, in any letter case', () => {
  const links = [
    'US/Eastern',
    'Etc/GMT+5',
    'Asia/Calcutta',
    'GMT',
    'EST5EDT',
    'Europe/Kyiv',
    'Zulu',
  ];
  for (const name of [...Intl.supportedValuesOf('timeZone'), ...links])
    for (const spelled of [name, name.toLowerCase(), name.toUpperCase()])
      expect([spelled, isTimeZone(spelled)]).toEqual([spelled, true]);
});

it('are no offsets, no moments and no other words', () => {
  const others = ['+02:00', '-05', '', ' UTC', 'UTC ', 'Mars/Phobos', 'T10:00Z', 'UTC+5', 'K'];
  for (const name of others) expect([name, isTimeZone(name)]).toEqual([name, false]);
  const word = fc.stringMatching(/^[A-Za-z][\w/+:. -]{0,12}$/);
  fc.assert(
    fc.property(word, (text) => {
      expect([text, isTimeZone(text)]).toEqual([text, isKnownToIntl(text)]);
    }),
  );
});
