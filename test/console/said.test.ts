import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inGerman } from '../../console/parts/said/in-german.ts';
import { sentences } from '../../console/parts/said/sentences.ts';

test.each([
  ['Tier 2 of Payments', 'Stufe 2 von Payments'],
  ['Sent again by Ada. Tier 1 of A. Team', 'Erneut gesendet von Ada. Stufe 1 von A. Team'],
  [
    'Ada is on call, and no alert of Critical and Warning incidents reaches them. This person has no e-mail address. This person is suspended.',
    'Ada hat Bereitschaft, und bei Schweregrad Kritisch und Warnung kommt kein Alarm an. Diese Person hat keine E-Mail-Adresse. Diese Person ist gesperrt.',
  ],
  [
    'Nobody is on call in any tier from Sat 7 Mar 18:00 to Mon 9 Mar 08:00.',
    'Von Sa., 7. März, 18:00 bis Mo., 9. März, 08:00 hat niemand Bereitschaft, in keiner Stufe.',
  ],
  [
    'Callers of the number “Hotline” who press 3 reach nobody from Sat 7 Mar 18:00 on, and 2 times more: nobody with a confirmed phone number is on call in Payments. They are asked for a message.',
    'Wer „Hotline“ anruft und 3 drückt, erreicht ab Sa., 7. März, 18:00 niemanden, und 2 weitere Male: In Payments hat niemand mit bestätigter Telefonnummer Bereitschaft. Es bleibt eine Nachricht auf dem Band.',
  ],
  ['Title is “a” or “b”, which is not = “c”.', 'Title ist „a” or “b“, was nicht = „c“ ist.'],
])('%s', (english, german) => {
  expect(inGerman(english)).toBe(german);
});

test('what is not known stays as it is', () => {
  expect(inGerman('The disk of db-1 is full.')).toBeNull();
  expect(inGerman('This person is suspended. The disk of db-1 is full.')).toBeNull();
});

/** The server puts these together; the tests of coverage and of deliveries see them whole. */
const composed = [
  'Voice calls are not configured',
  'alerts pass over them in tier',
  'alerts pass over them in tiers',
  'and no alert reaches them',
  '1 person who will be on call switched this channel on',
  'people who will be on call switched this channel on',
];

test('the server still says what is known of it', () => {
  const source = globSync('src/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const parts = sentences.flatMap(([english]) =>
    english
      .split(/\{[+\w:]+\}|[“”():;,.]/)
      .map((part) => part.trim())
      // Shorter ones are put together of several.
      .filter((part) => part.split(' ').length > 4),
  );
  expect(parts.length).toBeGreaterThan(60);
  expect(parts.filter((part) => !source.includes(part))).toEqual(composed);
});
