/** What a server would refuse is made acceptable, and said. */
import { describe, expect, it } from 'vitest';
import type { Added } from '../../src/migration/model/added.ts';
import { acceptable } from '../../src/migration/write/acceptable.ts';

const schedule = (key: string, displayName: string) =>
  ({
    ...{ type: 'tocsin_schedule', key },
    body: { displayName, teamId: 'x:teams:1', timeZoneId: 'UTC', layers: [] },
  }) as const satisfies Added;
const policy = (key: string, displayName: string, teamId: string) =>
  ({
    ...{ type: 'tocsin_escalation_policy', key },
    body: { displayName, teamId, steps: [] },
  }) as const satisfies Added;
const membership = (key: string, role: 'Administrator' | 'Member') =>
  ({
    ...{ type: 'tocsin_team_membership', key },
    body: { teamId: 'x:teams:1', userId: 'x:users:1', role },
  }) as const satisfies Added;
const integration = (key: string, displayName: string, given: string) =>
  ({
    ...{ type: 'tocsin_integration', key },
    body: { displayName, teamId: 'x:teams:1', type: 'Webhook', acceptedKeys: [{ key: given }] },
  }) as const satisfies Added;
const override = (key: string, start: string, end: string) =>
  ({
    ...{ type: 'tocsin_on_call_override', key },
    body: { userId: 'x:users:1', type: 'online', start, end },
  }) as const satisfies Added;

const namesIn = (added: readonly Added[]) =>
  added.map(({ body }) => 'displayName' in body && body.displayName);

it('layers of a schedule have an id each', () => {
  const layer = (id?: string) => ({ ...(id && { id }), groups: [{ userIds: [] }] });
  const own = schedule('x:schedules:1', 'Primary');
  const layers = [layer('a'), layer('b'), layer('a'), layer()];
  const { added } = acceptable([{ ...own, body: { ...own.body, layers } }]);
  const ids = added.flatMap((one) =>
    one.type === 'tocsin_schedule' ? one.body.layers.map(({ id }) => id) : [],
  );
  expect(ids).toEqual(['a', 'b', 'a-2', undefined]);
});

describe('names', () => {
  it('of schedules are unique in any letter case, those of policies in their team', () => {
    const { added, lines } = acceptable([
      schedule('x:schedules:2', 'primary'),
      schedule('x:schedules:1', 'Primary'),
      policy('x:policies:1', 'Urgent', 'x:teams:1'),
      policy('x:policies:2', 'Urgent', 'x:teams:2'),
      policy('x:policies:3', 'Urgent', 'x:teams:2'),
    ]);
    expect(namesIn(added)).toEqual(['primary (2)', 'Primary', 'Urgent', 'Urgent', 'Urgent (2)']);
    expect(lines.map(({ key }) => key)).toEqual(['x:policies:3', 'x:schedules:2']);
  });

  it('that are blank become keys', () => {
    const { added, lines } = acceptable([
      { type: 'tocsin_team', key: 'x:teams:T7', body: { displayName: ' ' } },
    ]);
    expect(namesIn(added)).toEqual(['T7']);
    expect(lines.map(({ level }) => level)).toEqual(['approximated']);
  });
});

it('whoever was two people is one member, with the higher role', () => {
  const { added } = acceptable([
    membership('x:m:1', 'Member'),
    membership('x:m:2', 'Administrator'),
  ]);
  expect(added).toEqual([membership('x:m:1', 'Administrator')]);
});

it('a key is of one integration, and the other one says that it lost it', () => {
  const { added, lines } = acceptable([
    integration('x:i:1', 'A', 'k'),
    integration('x:i:2', 'B', 'k'),
  ]);
  expect(
    added.map(({ body }) => 'acceptedKeys' in body && body.acceptedKeys?.map(({ key }) => key)),
  ).toEqual([['k'], []]);
  expect(lines.map(({ key, level }) => [key, level])).toEqual([['x:i:2', 'behaviour']]);
});

it('an override without a length is left out', () => {
  const { added, lines } = acceptable([
    override('x:o:1', '2026-12-25T09:00:00+01:00', '2026-12-25T08:00:00Z'),
    override('x:o:2', '2026-12-25T09:00:00+01:00', '2026-12-25T09:00:00Z'),
  ]);
  expect(added.map(({ key }) => key)).toEqual(['x:o:2']);
  expect(lines.map(({ key }) => key)).toEqual(['x:o:1']);
});

it('maintenance that ends before it begins is left out', () => {
  const maintenance = (key: string, end: string) =>
    ({
      ...{ type: 'tocsin_integration_maintenance_window', key },
      body: {
        ...{ integrationId: 'x:integrations:1', type: 'muted' },
        ...{ start: '2026-12-25T09:00:00Z', end },
      },
    }) as const satisfies Added;
  const { added, lines } = acceptable([
    maintenance('x:m:1', '2026-12-25T08:00:00Z'),
    maintenance('x:m:2', '2026-12-25T09:00:00Z'),
  ]);
  expect(added.map(({ key }) => key)).toEqual(['x:m:2']);
  expect(lines.map(({ key, level }) => [key, level])).toEqual([['x:m:1', 'lost']]);
});

it('a shift without a length is left out of days by hand', () => {
  const shift = (start: string, end: string) => ({ userIds: ['x:users:1'], start, end });
  const kept = shift('2026-12-25T09:00:00Z', '2026-12-25T10:00:00Z');
  const empty = shift('2026-12-25T09:00:00Z', '2026-12-25T09:00:00Z');
  const times = { start: '2026-12-25T00:00:00Z', end: '2026-12-26T00:00:00Z' };
  const body = { scheduleId: 'x:schedules:1', ...times, shifts: [empty, kept] };
  const { added } = acceptable([{ type: 'tocsin_temporary_schedule', key: 'x:t:1', body }]);
  expect(added.map((one) => 'shifts' in one.body && one.body.shifts)).toEqual([[kept]]);
});

it('a layer that is never in force is left out of its schedule', () => {
  const groups = [{ userIds: [] }];
  const startsAt = '2026-12-10T00:00:00Z';
  const own = schedule('x:schedules:1', 'Shop');
  const layers = [
    { id: 'never', startsAt, endsAt: '2026-12-05T00:00:00Z', groups },
    { id: 'always', groups },
    { id: 'later', startsAt, groups },
  ];
  const { added, lines } = acceptable([{ ...own, body: { ...own.body, layers } }]);
  expect(added.map(({ body }) => 'layers' in body && body.layers.map(({ id }) => id))).toEqual([
    ['always', 'later'],
  ]);
  expect(lines.map(({ key, level }) => [key, level])).toEqual([['x:schedules:1', 'lost']]);
});

it('an override is about layers that its schedule has', () => {
  const layered = (key: string, ...ids: string[]) => {
    const own = schedule(key, key);
    const layers = ids.map((id) => ({ id, groups: [{ userIds: [] }] }));
    return { ...own, body: { ...own.body, layers } };
  };
  const about = (key: string, scheduleId: string, layerIds: string[] | null) => {
    const one = override(key, '2026-12-25T09:00:00Z', '2026-12-26T09:00:00Z');
    return { ...one, body: { ...one.body, scheduleId, layerIds } } as Added;
  };
  const { added, lines } = acceptable([
    layered('x:schedules:1', 'days', 'nights'),
    about('x:o:all', 'x:schedules:1', null),
    about('x:o:both', 'x:schedules:1', ['days', 'nights']),
    about('x:o:one', 'x:schedules:1', ['gone', 'nights']),
    about('x:o:none', 'x:schedules:1', ['gone']),
    about('x:o:elsewhere', 'x:schedules:2', ['gone']),
  ]);
  const kept = added.flatMap(({ key, body }) => ('layerIds' in body ? [[key, body.layerIds]] : []));
  expect(kept).toEqual([
    ['x:o:all', null],
    ['x:o:both', ['days', 'nights']],
    ['x:o:one', ['nights']],
    ['x:o:elsewhere', ['gone']],
  ]);
  expect(lines.map(({ key, level }) => [key, level])).toEqual([
    ['x:o:one', 'behaviour'],
    ['x:o:none', 'behaviour'],
  ]);
});

it('days by hand have the parts of shifts that are in them, and have a length', () => {
  const userIds = ['x:users:1'];
  const days = { start: '2026-12-25T00:00:00Z', end: '2026-12-26T00:00:00Z' };
  const temporary = (key: string, body: typeof days) =>
    ({
      ...{ type: 'tocsin_temporary_schedule', key },
      body: {
        ...{ scheduleId: 'x:schedules:1', ...body },
        shifts: [
          { userIds, start: '2026-12-24T20:00:00+01:00', end: '2026-12-25T08:00:00+01:00' },
          { userIds, start: '2026-12-25T08:00:00+01:00', end: '2026-12-26T08:00:00+01:00' },
          { userIds, start: '2026-12-26T08:00:00+01:00', end: '2026-12-26T20:00:00+01:00' },
        ],
      },
    }) as Added;
  const { added, lines } = acceptable([
    temporary('x:t:1', days),
    temporary('x:t:2', { ...days, end: days.start }),
  ]);
  expect(added.map((one) => 'shifts' in one.body && one.body.shifts)).toEqual([
    [
      { userIds, start: days.start, end: '2026-12-25T08:00:00+01:00' },
      { userIds, start: '2026-12-25T08:00:00+01:00', end: days.end },
    ],
  ]);
  expect(lines.map(({ key, level }) => [key, level])).toEqual([['x:t:2', 'lost']]);
});

describe('the bounds of the contract', () => {
  const policyWith = (steps: object[]) =>
    ({
      ...{ type: 'tocsin_escalation_policy', key: 'x:policies:1' },
      body: { displayName: 'Urgent', teamId: 'x:teams:1', steps },
    }) as Added;
  const said = (object: Added) => acceptable([object]).lines.map(({ text }) => text);

  it('cut texts and lists, and take the nearest number', () => {
    const long = policyWith([{ displayName: 'é'.repeat(600), afterMinutes: 0, targets: [] }]);
    expect(acceptable([long]).added).toEqual([
      policyWith([{ displayName: 'é'.repeat(500), afterMinutes: 0, targets: [] }]),
    ]);
    expect(said(long)).toEqual([
      'steps.displayName is cut after 500 characters, as no more are taken here',
    ]);
    const inCharacter = `\uFFFD${'x'.repeat(498)}😀`;
    expect(acceptable([policyWith([{ displayName: inCharacter }])]).added).toEqual([
      policyWith([{ displayName: inCharacter.slice(0, 499) }]),
    ]);
    const late = policyWith([{ afterMinutes: 1e9, targets: [] }]);
    expect(acceptable([late]).added).toEqual([
      policyWith([{ afterMinutes: 2_630_000, targets: [] }]),
    ]);
    expect(said(late)).toEqual([
      'steps.afterMinutes is 2630000 instead of 1000000000, the nearest here',
    ]);
    const half = policyWith([{ afterMinutes: 2.5, targets: [] }]);
    expect(acceptable([half]).added).toEqual([policyWith([{ afterMinutes: 3, targets: [] }])]);
    expect(said(half)).toEqual(['steps.afterMinutes is 3 instead of 2.5, the nearest here']);
    const many = policyWith(Array.from({ length: 102 }, () => ({ afterMinutes: 0, targets: [] })));
    expect(said(many)).toEqual(['2 of steps are left out: 100 are taken here']);
    const own = schedule('x:schedules:1', 'All');
    const userIds = Array.from({ length: 102 }, (_, at) => `x:users:${at}`);
    const crowd = { ...own, body: { ...own.body, layers: [{ groups: [{ userIds }] }] } };
    expect(said(crowd)).toEqual(['2 of layers.groups.userIds are left out: 100 are taken here']);
  });

  it('let words go that are not known here, and say so of those that must be there', () => {
    const step = {
      afterMinutes: 0,
      targets: [],
      ifNobody: 'sleep',
      severities: ['Critical', 'Bad'],
    };
    expect(acceptable([policyWith([step])]).added).toEqual([
      policyWith([{ afterMinutes: 0, targets: [], severities: ['Critical'] }]),
    ]);
    expect(said(policyWith([step]))).toEqual([
      'steps.ifNobody cannot be sleep here, and is left out',
      'steps.severities cannot be Bad here, and is left out',
    ]);
    const role: Added = { ...membership('x:m:1', 'Member') };
    Object.assign(role, { body: { ...role.body, role: 'Guest' } });
    expect(said(role)).toEqual(['role cannot be Guest here']);
    expect(acceptable([role]).added).toEqual([role]);
  });

  it('say of a text of another form that it cannot be so, and keep it', () => {
    const user = {
      ...{ type: 'tocsin_user', key: 'x:users:1' },
      body: { displayName: 'Ada', email: 'ada at example.com' },
    } as Added;
    expect(said(user)).toEqual(['email cannot be ada at example.com here']);
    expect(acceptable([user]).added).toEqual([user]);
  });
});

it('numbers of a choice become the nearest, and times without a zone are read in UTC', () => {
  const { added, lines } = acceptable([
    {
      ...{ type: 'tocsin_integration', key: 'x:integrations:1' },
      body: {
        ...{ displayName: 'Ping', teamId: 'x:teams:1', type: 'PingMonitor' },
        integrationSettings: {
          pingMonitor: { host: 'a.example.com', intervalInSeconds: 30, timeoutInMilliseconds: 900 },
        },
      },
    } as unknown as Added,
    {
      ...{ type: 'tocsin_on_call_override', key: 'x:overrides:1' },
      body: {
        ...{ userId: 'x:users:1', type: 'online', start: '2026-12-24T00:00:00' },
        end: '2026-12-25T00:00:00+01:00',
      },
    } as Added,
  ]);
  expect(JSON.stringify(added)).toContain('"timeoutInMilliseconds":1000');
  expect(JSON.stringify(added)).toContain('"start":"2026-12-24T00:00:00Z"');
  expect(lines.map(({ text }) => text)).toEqual([
    'integrationSettings.pingMonitor.timeoutInMilliseconds is 1000 instead of 900, the nearest here',
    'start is read in UTC, as 2026-12-24T00:00:00 does not say its zone',
  ]);
});
