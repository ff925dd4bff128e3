import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intents, severities, statuses } from '../../src/incidents/model.ts';
import type { RuleConditions } from '../../src/routing/routings.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { attribute, group } from '../incidents/sample.ts';
import { firedIn, ids, incident, run } from './sample.ts';

type Given = Parameters<typeof run>[1];

function fires(conditions: RuleConditions, given: Given = {}): boolean {
  return firedIn(run([{ conditions }], given)).length === 1;
}

function reasonOf(conditions: RuleConditions, given: Given = {}): string | undefined {
  const reason = run([{ conditions }], given).examined[0]?.reason;
  return reason && inEnglish(reason);
}

describe('lists of conditions', () => {
  const kinds: [keyof RuleConditions, string[]][] = [
    ['statuses', ['Open']],
    ['severities', ['Warning']],
    ['intents', ['Created']],
    ['integrations', [ids.integration]],
    ['services', [ids.checkout]],
    ['labels', ['production']],
  ];
  const others: Record<string, string[]> = {
    statuses: ['Resolved'],
    severities: ['Minor', 'Critical'],
    intents: ['Updated'],
    integrations: [ids.gone],
    services: [ids.gone],
    labels: ['staging'],
  };
  const subject = { incident: { ...incident(), serviceIds: [ids.checkout] } };

  it.each(kinds)(
    '%s: null and the empty list match, one of them is enough, others do not',
    (kind, own) => {
      const other = others[kind] ?? [];
      const one = (value: unknown) => fires({ [kind]: value } as RuleConditions, subject);
      expect(one(null)).toBe(true);
      expect(one([])).toBe(true);
      expect(one(own)).toBe(true);
      expect(one(other)).toBe(false);
      // Of labels, all are asked for unless the rule says otherwise.
      expect(one([...other, ...own])).toBe(kind !== 'labels');
      expect(reasonOf({ [kind]: other } as RuleConditions, subject)).toMatch(/\.$/);
    },
  );

  it('statuses, severities and intents are judged on the event, whatever came after it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        fc.constantFrom(...severities),
        fc.constantFrom(...intents),
        fc.subarray([...statuses]),
        fc.subarray([...severities]),
        fc.subarray([...intents]),
        (status, severity, intent, ...lists) => {
          const [inStatuses, inSeverities, inIntents] = lists;
          const matches = (list: readonly string[], item: string, byDefault = true) =>
            list.length === 0 ? byDefault : list.includes(item);
          const ofProblem = ['Created', 'Updated', 'Resolved', 'Unresolved'].includes(intent);
          expect(
            fires(
              { statuses: inStatuses, severities: inSeverities, intents: inIntents },
              { event: { status, severity, intent } },
            ),
          ).toBe(
            matches(inStatuses, status) &&
              matches(inSeverities, severity) &&
              matches(inIntents, intent, ofProblem),
          );
        },
      ),
    );
  });

  it.each([null, []])(
    'intents %j: not what people do about the problem, and it says so',
    (list) => {
      for (const intent of [
        'Investigated',
        'Escalated',
        'Commented',
        'Snoozed',
        'Archived',
      ] as const) {
        const given = { event: { intent } };
        expect(fires({ intents: list }, given)).toBe(false);
        expect(reasonOf({ intents: list }, given)).toContain('the rule names no intents');
        expect(fires({ intents: [intent] }, given)).toBe(true);
      }
      const assigned = (options: Record<string, unknown>) =>
        fires({ intents: list }, { event: { intent: 'Assigned', options } });
      expect(assigned({ teams: { ids: [ids.gone], repeatAlerts: null } })).toBe(true);
      expect(assigned({ users: { ids: [ids.gone], repeatAlerts: null } })).toBe(false);
    },
  );

  it('ids have no letter case', () => {
    expect(fires({ integrations: [ids.integration.toUpperCase()] })).toBe(true);
    expect(fires({ services: [ids.checkout.toUpperCase()] }, subject)).toBe(true);
  });

  it('an incident without integration and services matches no rule that names some', () => {
    const plain = { incident: { ...incident(), integrationId: null } };
    expect(fires({ integrations: [ids.integration] }, plain)).toBe(false);
    expect(fires({ services: [ids.checkout] }, plain)).toBe(false);
    expect(fires({}, plain)).toBe(true);
  });
});

describe('labels', () => {
  it.each([
    ['of the team', ['production'], null, true],
    ['of the integration', ['NOISY'], null, true],
    ['of both together', ['eu', 'noisy'], 'all', true],
    ['all, one missing', ['eu', 'staging'], 'all', false],
    ['all is what null means', ['eu', 'staging'], null, false],
    ['any, one missing', ['eu', 'staging'], 'any', true],
    ['any, all missing', ['staging', 'test'], 'any', false],
  ] as const)('%s', (_name, labels, labelsMatchType, expected) => {
    expect(fires({ labels: [...labels], labelsMatchType })).toBe(expected);
  });
});

describe('attributes', () => {
  const one = (operator: string, value: string | null, more: object = {}): RuleConditions =>
    ({ attributes: [{ name: 'Load', operator, value, ...more }] }) as RuleConditions;
  const having = (value: string) => ({
    incident: incident({ attributes: [attribute('load', value)] }),
  });

  it.each([
    ['=', 'web', 'web', true],
    ['=', 'web', 'Web', false],
    ['=', '5', '5.0', false],
    ['=', '', null, true],
    ['!=', 'web', 'web', false],
    ['!=', 'web', 'db', true],
    ['contains', 'web-1', 'b-1', true],
    ['contains', 'web-1', 'B-1', false],
    ['contains', 'web', '', true],
    ['!contains', 'web-1', 'b-1', false],
    ['!contains', 'web-1', 'db', true],
    ['>', '10', '9', true],
    ['>', '9', '10', false],
    ['>', '10', '10', false],
    ['>=', '10.0', '10', true],
    ['>=', '-1', '-2', true],
    ['<', '1e3', '1001', true],
    ['<', ' 5 ', '6', true],
    ['<=', '5', '5', true],
    ['<=', '.5', '0.4', false],
    ['>', 'n/a', '5', false],
    ['<', 'n/a', '5', false],
    ['<=', '', '5', false],
    ['>', '2026-03-02', '2026-03-01', true],
    ['<', 'alpha', 'beta', true],
    ['>=', 'beta', 'beta', true],
  ])('%s: “%s” against “%s” is %s %s', (operator, present, wanted, expected) => {
    expect(fires(one(operator, wanted), having(present))).toBe(expected);
  });

  it.each(['=', '!=', 'contains', '!contains'])(
    '%s has no letter case when the rule says so',
    (operator) => {
      const plain = fires(one(operator, 'WEB'), having('web'));
      const folded = fires(one(operator, 'WEB', { ignoreCase: true }), having('Web'));
      expect(folded).toBe(!plain);
    },
  );

  it.each([
    ['=', false],
    ['!=', true],
    ['contains', false],
    ['!contains', true],
    ['>', false],
    ['>=', false],
    ['<', false],
    ['<=', false],
  ])('%s on an attribute that is missing: %s', (operator, expected) => {
    const missing = { incident: incident({ attributes: [] }) };
    for (const value of [null, '', '5', 'x'])
      expect(fires(one(operator, value), missing)).toBe(expected);
  });

  it('order is that of numbers, for all numbers and spellings', () => {
    const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(numbers, numbers, (present, wanted) => {
        const holds = (operator: string) =>
          fires(one(operator, String(wanted)), having(String(present)));
        expect(holds('>')).toBe(present > wanted);
        expect(holds('>=')).toBe(present >= wanted);
        expect(holds('<')).toBe(present < wanted);
        expect(holds('<=')).toBe(present <= wanted);
      }),
    );
  });

  it('the negated operators are the opposite, for all texts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.boolean(), (present, value, ignoreCase) => {
        const holds = (operator: string) =>
          fires(one(operator, value, { ignoreCase }), having(present));
        expect(holds('!=')).toBe(!holds('='));
        expect(holds('!contains')).toBe(!holds('contains'));
        if (!ignoreCase) expect(holds('contains')).toBe(present.includes(value));
      }),
    );
  });

  it('all have to hold, or any of them', () => {
    const conditions = (attributesMatchType: 'all' | 'any' | null, ...values: string[]) => ({
      attributes: values.map((value) => ({ name: 'Load', operator: '=' as const, value })),
      attributesMatchType,
    });
    const web = having('web');
    expect(fires(conditions('all', 'web', 'db'), web)).toBe(false);
    expect(fires(conditions(null, 'web', 'db'), web)).toBe(false);
    expect(fires(conditions('any', 'web', 'db'), web)).toBe(true);
    expect(fires(conditions('any', 'db', 'app'), web)).toBe(false);
    expect(fires(conditions('any'), web)).toBe(true);
  });

  it.each([
    ['SubIncidentsCount', '>', '1', true],
    ['subincidentscount', '=', '3', true],
    ['Title', 'contains', 'Disk', true],
    ['Status', '=', 'Open', true],
    ['Severity', '>', 'Minor', true],
    ['Severity', '>=', 'Critical', false],
    ['Severity', '<', 'critical', true],
    ['Severity', '>', '5', false],
  ] as const)('%s %s %s: the incident itself', (name, operator, value, expected) => {
    const subject = group('a', 'b', 'c');
    const named = {
      ...subject,
      teamIds: [ids.payments],
      // A tool cannot pretend.
      attributes: [attribute('SubIncidentsCount', '0'), attribute('title', 'x')],
    };
    expect(fires({ attributes: [{ name, operator, value }] }, { incident: named })).toBe(expected);
  });
});

describe('dates', () => {
  it.each([
    ['2026-03-02T10:00:00Z', null, true],
    ['2026-03-02T10:00:01Z', null, false],
    [null, '2026-03-02T10:00:00Z', false],
    [null, '2026-03-02T10:00:01Z', true],
    ['2026-03-02T11:30:00+01:30', '2026-03-02T10:00:01Z', true],
    [null, null, true],
  ])('from %s until %s at ten o’clock: %s', (from, until, expected) => {
    expect(fires({ dateRestriction: { from, until } })).toBe(expected);
  });
});

describe('schedule, in the zone of the routing’s team', () => {
  const saturdayNight = new Date('2026-03-07T00:30:00Z');
  it.each([
    ['the hour', { after: '11:00', before: '11:15' }, undefined, true],
    ['its end', { after: '10:00', before: '11:00' }, undefined, false],
    ['the day', { daysOfWeek: ['mon'] }, undefined, true],
    ['another day', { daysOfWeek: ['tue', 'sun'] }, undefined, false],
    ['no days', { after: '11:00', before: null, daysOfWeek: [] }, undefined, true],
    ['open ends', { after: null, before: '11:00' }, undefined, false],
    ['nothing set', { after: null, before: null, daysOfWeek: null }, undefined, true],
    ['over night, after midnight', { after: '20:00', before: '08:00' }, saturdayNight, true],
    [
      'over night, of the day it starts on',
      { after: '20:00', before: '08:00', daysOfWeek: ['fri'] },
      saturdayNight,
      true,
    ],
    [
      'over night, not of the day it ends on',
      { after: '20:00', before: '08:00', daysOfWeek: ['sat'] },
      saturdayNight,
      false,
    ],
  ] as const)('%s', (_name, schedule, at, expected) => {
    const around = at ? { now: at } : {};
    const conditions = { schedule } as unknown as RuleConditions;
    expect(fires(conditions, { around })).toBe(expected);
  });
});

describe('all kinds together', () => {
  const holding: RuleConditions = {
    statuses: ['Open'],
    severities: ['Warning'],
    integrations: [ids.integration],
    services: [ids.checkout],
    intents: ['Created'],
    labels: ['eu'],
    attributes: [{ name: 'Host', operator: '=', value: 'db-1' }],
    dateRestriction: { from: '2026-01-01T00:00:00Z', until: null },
    schedule: { daysOfWeek: ['mon'] },
  };
  const failing: RuleConditions = {
    statuses: ['Resolved'],
    severities: ['Minor'],
    integrations: [ids.gone],
    services: [ids.gone],
    intents: ['Deleted'],
    labels: ['us'],
    attributes: [{ name: 'Host', operator: '!=', value: 'db-1' }],
    dateRestriction: { from: '2027-01-01T00:00:00Z', until: null },
    schedule: { daysOfWeek: ['sun'] },
  };
  const subject = { incident: { ...incident(), serviceIds: [ids.checkout] } };

  it('hold, and one that does not is enough', () => {
    expect(fires(holding, subject)).toBe(true);
    const kinds = Object.keys(failing) as (keyof RuleConditions)[];
    for (const kind of kinds)
      expect([kind, fires({ ...holding, [kind]: failing[kind] }, subject)]).toEqual([kind, false]);
    expect(fires({}, subject)).toBe(true);
  });
});
