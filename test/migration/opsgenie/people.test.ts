import { expect, it } from 'vitest';
import { collect, together } from './collect.ts';
import {
  ada,
  adasRules,
  ben,
  cleo,
  everybody,
  payments,
  rulesOf,
  shop,
  teams,
  users,
} from './fixtures/people.ts';

it('people keep name, address, zone, language and their first number', () => {
  const { bodies } = collect(users(ada, ben));
  expect(bodies('tocsin_user')).toEqual({
    'opsgenie:user-details:ada': {
      displayName: 'Ada "the first" Example 🚒',
      email: 'ada@example.com',
      timeZoneId: 'Europe/Berlin',
      language: 'de',
      region: 'DE',
      phoneNumber: '+4915112345678',
      noticesBeforeMinutes: [],
      disableOnCallNotices: true,
    },
    'opsgenie:user-details:ben': {
      displayName: 'Ben Example',
      email: 'Ben@example.com',
      timeZoneId: 'UTC',
      region: 'FR',
      noticesBeforeMinutes: [],
      disableOnCallNotices: true,
    },
  });
});

it('the rules of a person are about severities and hours, the last one about all else', () => {
  const { bodies, lines } = collect(together(users(ada), adasRules));
  expect(bodies('tocsin_user_notification_rules')).toEqual({
    'opsgenie:notification-rules:ada': {
      userId: 'opsgenie:user-details:ada',
      rules: [
        {
          displayName: 'Nights',
          severities: ['Critical'],
          hours: [
            { selectedDays: ['fri'], from: '18:30', until: '00:00' },
            { selectedDays: ['sat', 'sun'], from: '00:00', until: '00:00' },
            { selectedDays: ['mon'], from: '00:00', until: '08:00' },
          ],
          steps: [
            { channel: 'VoiceCall', contactId: 'c4', afterMinutes: 0 },
            { channel: 'VoiceCall', contactId: null, afterMinutes: 1 },
            { channel: 'Email', contactId: 'contact-2', afterMinutes: 4 },
          ],
        },
      ],
      otherwise: [
        { channel: 'Push', contactId: null, afterMinutes: 0, repeats: 20, repeatsEveryMinutes: 30 },
        { channel: 'SMS', contactId: null, afterMinutes: 5, repeats: 20, repeatsEveryMinutes: 30 },
      ],
      contacts: [
        { id: 'c4', channel: 'VoiceCall', target: '+4930123456', label: null },
        { id: 'contact-2', channel: 'Email', target: 'team@example.com', label: null },
      ],
    },
  });
  expect(lines()).toContainEqual(
    'approximated opsgenie:notification-rule-details:ada:n1/criteria: ' +
      'Is about P1 there, and here about all that becomes Critical.',
  );
  expect(bodies('tocsin_user')['opsgenie:user-details:ada']).toMatchObject({
    noticesBeforeMinutes: [15, 1440],
    disableOnCallNotices: false,
  });
});

it('severities of rules are those that were answered', () => {
  const { bodies, questions } = collect(together(users(ada), adasRules), {
    answers: { 'severity:P1': 'Critical', 'severity:P2': 'Warning' },
  });
  expect(questions.map(({ id }) => id)).toContain('severity:P1');
  const [rules] = Object.values(bodies('tocsin_user_notification_rules'));
  expect(rules?.rules?.[0]?.severities).toEqual(['Critical']);
});

it('a person whose name is no address is a line, and nobody', () => {
  const { bodies, lines } = collect(users({ ...cleo, username: 'cleo' }));
  expect(bodies('tocsin_user')).toEqual({});
  expect(lines()[0]).toMatch(/^behaviour opsgenie:user-details:cleo: /);
});

it('members of teams that are there keep their role', () => {
  const { bodies } = collect(together(users(ada, ben, cleo), teams(shop, payments)));
  expect(Object.values(bodies('tocsin_team')).map(({ displayName }) => displayName)).toEqual([
    'Shop',
    'Payments',
  ]);
  expect(
    Object.values(bodies('tocsin_team_membership')).map(({ teamId, userId, role }) =>
      [teamId, userId, role].map((text) => text?.split(':').at(-1)).join(' '),
    ),
  ).toEqual(['shop ada Administrator', 'shop ben Member', 'pay cleo Member']);
});

it('every value of people and teams has a place', () => {
  const { ledger } = collect(everybody);
  expect(ledger.lines().filter(({ level }) => level === 'unread')).toEqual([]);
  expect(ledger.unlisted()).toEqual([]);
  for (const { read, imported, residue, noise } of ledger.counts())
    expect(imported + residue + noise).toBe(read);
});

it('a thousand people with rules are read in a moment', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...ada,
    id: `u${index}`,
    username: `u${index}@example.com`,
  }));
  const rules = many.map(({ id }) =>
    rulesOf(id, { id: 'n1', actionType: 'create-alert', enabled: true }),
  );
  const began = performance.now();
  const { bodies } = collect(together(users(...many), ...rules));
  expect(Object.keys(bodies('tocsin_user'))).toHaveLength(1000);
  expect(performance.now() - began).toBeLessThan(5000);
});
