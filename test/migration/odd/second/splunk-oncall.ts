/** By hand from https://portal.victorops.com/public/api-docs.html; nobody of these people exists. */
import type { Objects } from '../../collected.ts';
import { shiftMask } from '../../splunk-oncall/fixtures/account.ts';

const person = (username: string, more: object = {}) => ({
  ...{ username, email: `${username}@example.com`, displayName: username, verified: false },
  ...{ firstName: username, lastName: 'M', admin: false, ...more },
});
const at = (hour: number, minute = 0) => ({ hour, minute });
const week = ['su', 'm', 't', 'w', 'th', 'f', 'sa'];
const turns = (...usernames: string[]) => ({
  shiftMembers: usernames.map((username) => ({ username, slug: `m-${username}` })),
});
const now = (start: string, end: string, username: string) => ({
  ...{ start, end, username, isRoll: true, memberSlug: `m-${username}` },
});
const shift = (label: string, shifttype: string, duration: number, more: object) => ({
  ...{ label, shiftId: 100 + label.length, shifttype, duration, timezone: 'Canada/Newfoundland' },
  ...{ start: '2026-09-07T10:30:00Z', periods: [], ...more },
});
const named = (name: string, slug: string) => ({ name, slug, _selfUrl: `/${slug}` });
const entry = (executionType: string, more: object = {}) => ({ executionType, ...more });
const group = (slug: string) => ({ rotationGroup: { slug, label: slug } });
const contact = (id: number, value: string, more: object = {}) => ({
  ...{ id, extId: `x${id}`, rank: id, label: `L${id}`, value, verified: 'unverified', ...more },
});
const listOf = (...contactMethods: object[]) => ({ contactMethods });
const timed = (index: number, timeout: number, type: string, id?: number) => ({
  ...{ index, timeout, rules: [{ index: 0, type, ...(id && { contact: { id, type } }) }] },
});
const memberOf = (username: string) => ({ username, displayName: username, verified: true });
const teamOf = (slug: string, name: string) => ({
  ...{ name, slug, memberCount: 1, version: 1, isDefaultTeam: slug === 'team-m', description: '' },
});

/** A museum: rotations of single days in a half-hour zone, two teams with one name, policies that go on in others. */
export const museum: Objects = {
  users: {
    '': [person('zoe', { admin: true }), person('yan'), person('xi', { displayName: null })],
  },
  'contact-methods': {
    zoe: [{ phones: listOf(contact(1, '+1 709 555 0100')), emails: listOf(), devices: listOf() }],
    yan: [{ emails: listOf(contact(4, 'yan@example.com'), contact(5, 'not an address')) }],
  },
  'paging-policies': {
    zoe: [{ steps: [timed(0, 0, 'phone', 1), timed(1, 1440, 'push'), timed(2, 3, 'sms', 1)] }],
    yan: [{ steps: [] }],
  },
  'custom-paging-policies': {
    yan: [
      {
        ...{ rank: 1, name: 'Closed', slug: 'pp-closed' },
        timeMask: {
          ...{ monday: true, sunday: true, timeZone: 'America/Lima' },
          ...{ startTime: '00:00', endTime: '00:00' },
        },
        steps: [timed(0, 2, 'email', 4)],
      },
    ],
  },
  teams: { '': [teamOf('team-m', 'Museum'), teamOf('team-n', 'museum')] },
  'team-members': { 'team-m': [memberOf('zoe'), memberOf('yan')], 'team-n': [memberOf('xi')] },
  'team-admins': { 'team-m': [], 'team-n': [memberOf('xi')] },
  'rotation-groups': {
    'team-m': [
      { teamSlug: 'team-m', slug: 'rg-hall', label: 'Hall', groupId: 'rtg-hall' },
      { teamSlug: 'team-m', slug: 'rg-door', label: 'Door', groupId: 'rtg-door' },
    ],
  },
  rotations: {
    'team-m': [
      {
        ...{ groupId: 'rtg-hall', label: 'Hall', totalMembersInRotation: 3 },
        shifts: [
          shift('Days', 'std', 1, {
            ...{
              mask: shiftMask(week, { start: at(0), end: at(0) }),
              ...turns('zoe', 'yan', 'xi'),
            },
            current: now('2026-11-01T13:30:00Z', '2026-11-02T13:30:00Z', 'yan'),
          }),
          shift('Fortnight', 'std', 14, {
            ...{ mask: shiftMask(week, { start: at(0), end: at(0) }), ...turns('xi', 'zoe') },
            ...{ start: '2026-10-31T03:30:00Z', timezone: 'Europe/Helsinki' },
          }),
          shift('Evening', 'pho', 3, {
            mask: shiftMask(['t', 'th', 'sa'], { start: at(17, 15), end: at(23, 45) }),
            ...turns('zoe', 'yan'),
          }),
        ],
      },
      {
        ...{ groupId: 'rtg-door', label: 'Door', totalMembersInRotation: 1 },
        shifts: [
          shift('Night watch', 'pho', 7, {
            mask: shiftMask(['m', 't', 'w', 'th', 'f'], { start: at(22), end: at(6) }),
            ...turns('gone', 'yan'),
          }),
          shift('Two times', 'pho', 7, {
            mask: shiftMask(
              ['m'],
              { start: at(8), end: at(12) },
              { start: at(13), end: at(17, 30) },
            ),
            ...turns('xi'),
          }),
        ],
      },
    ],
  },
  policies: {
    '': [
      { policy: named('Hall', 'pol-hall'), team: named('Museum', 'team-m') },
      { policy: named('Door', 'pol-door'), team: named('Museum', 'team-m') },
      { policy: named('Hall', 'pol-loop'), team: named('museum', 'team-n') },
    ],
  },
  'policy-details': {
    'pol-hall': [
      {
        ...{ ...named('Hall', 'pol-hall'), ignoreCustomPagingPolicies: false },
        steps: [
          { timeout: 60, entries: [entry('rotation_group', group('rg-hall'))] },
          { timeout: 0, entries: [entry('rotation_group', group('rg-gone'))] },
          { timeout: 0, entries: [entry('rotation_group_next', group('rg-hall'))] },
          {
            timeout: 45,
            entries: [entry('policy_routing', { targetPolicy: { policySlug: 'pol-loop' } })],
          },
        ],
      },
    ],
    'pol-door': [
      { ...named('Door', 'pol-door'), steps: [{ timeout: 5, entries: [entry('team_page')] }] },
    ],
    'pol-loop': [
      {
        ...named('Hall', 'pol-loop'),
        steps: [
          { timeout: 0, entries: [entry('user', { user: { username: 'xi' } })] },
          {
            timeout: 15,
            entries: [entry('policy_routing', { targetPolicy: { policySlug: 'pol-hall' } })],
          },
        ],
      },
    ],
  },
  'routing-keys': {
    '': [
      {
        ...{ routingKey: 'Hall/East *', isDefault: false },
        targets: [{ policySlug: 'pol-hall' }, { policySlug: 'pol-door' }],
      },
      { routingKey: 'empty', isDefault: true, targets: [] },
    ],
  },
  overrides: {
    '': [
      {
        ...{ publicId: 'Q1', timezone: 'America/Lima', user: { username: 'zoe' } },
        ...{ start: '2026-11-01T05:30:00Z', end: '2026-11-08T04:30:00Z' },
        assignments: [
          { policy: 'pol-hall', team: 'team-m', assigned: true, user: 'xi' },
          { policy: 'pol-gone', team: 'team-m', assigned: true, user: 'yan' },
        ],
      },
    ],
  },
  'alert-rules': { '': [] },
  maintenance: { '': [{ companyId: 'm', activeInstances: [] }] },
};

const mask = (days: readonly string[], from: number, to: number) =>
  shiftMask(days, { start: at(from), end: at(to, 30) });

/** A clinic: one team, shifts of parts of days that pass midnight, people who are in a shift twice, hours of messages. */
export const clinic: Objects = {
  users: {
    '': [
      person('dr.ö', { email: 'DR@example.com', lastName: null }),
      person('nurse_1', { verified: true }),
      person('locum'),
    ],
  },
  'contact-methods': {
    'dr.ö': [{ phones: listOf(contact(7, '00491512345678'), contact(8, '+49 151 2345678')) }],
    nurse_1: [{ phones: listOf(), emails: listOf(), devices: listOf(contact(9, 'Pad')) }],
  },
  'paging-policies': {
    'dr.ö': [
      { steps: [timed(0, 10, 'phone', 8), timed(1, 10, 'sms', 8), timed(2, 30, 'phone', 7)] },
    ],
    nurse_1: [{ steps: [timed(0, 5, 'push')] }],
    locum: [{ steps: [timed(0, 0, 'email')] }],
  },
  'custom-paging-policies': {
    'dr.ö': [
      {
        ...{ rank: 1, name: 'Nights', slug: 'pp-n' },
        timeMask: {
          ...{ monday: true, tuesday: true, wednesday: true, thursday: true, friday: true },
          ...{ saturday: true, sunday: true, timeZone: 'Europe/Berlin' },
          ...{ startTime: '21:00', endTime: '07:00' },
        },
        steps: [timed(0, 1, 'phone', 8)],
      },
      {
        ...{ rank: 2, name: 'Sundays', slug: 'pp-s' },
        timeMask: {
          ...{ sunday: true, timeZone: 'Europe/London', startTime: '09:00', endTime: '17:00' },
        },
        steps: [timed(0, 3, 'sms', 8)],
      },
    ],
  },
  teams: { '': [teamOf('team-c', 'Clinic')] },
  'team-members': { 'team-c': [memberOf('dr.ö'), memberOf('nurse_1'), memberOf('locum')] },
  'team-admins': { 'team-c': [memberOf('nurse_1')] },
  'rotation-groups': {
    'team-c': [{ teamSlug: 'team-c', slug: 'rg-ward', label: 'Ward', groupId: 'rtg-ward' }],
  },
  rotations: {
    'team-c': [
      {
        ...{ groupId: 'rtg-ward', label: 'Ward', totalMembersInRotation: 4 },
        shifts: [
          shift('Late', 'pho', 2, {
            ...{ mask: mask(['f', 'sa', 'su'], 20, 4), ...turns('nurse_1', 'locum', 'nurse_1') },
            current: now('2026-10-31T23:30:00Z', '2026-11-01T08:00:00Z', 'locum'),
          }),
          shift('Month', 'std', 28, {
            ...{ mask: shiftMask(week, { start: at(0), end: at(0) }), ...turns('dr.ö', 'locum') },
            ...{ timezone: 'Asia/Kathmandu', start: '2026-10-04T18:15:00Z' },
            current: now('2026-10-04T18:15:00Z', '2026-11-01T18:15:00Z', 'dr.ö'),
          }),
          shift('Empty', 'pho', 7, { mask: mask(['m'], 8, 9), shiftMembers: [] }),
        ],
      },
    ],
  },
  policies: { '': [{ policy: named('Ward', 'pol-w'), team: named('Clinic', 'team-c') }] },
  'policy-details': {
    'pol-w': [
      {
        ...{ ...named('Ward', 'pol-w'), ignoreCustomPagingPolicies: true },
        steps: [
          {
            timeout: 0,
            entries: [
              entry('rotation_group', group('rg-ward')),
              entry('user', { user: { username: 'dr.ö' } }),
              entry('user', { user: { username: 'dr.ö' } }),
            ],
          },
          { timeout: 1440, entries: [entry('rotation_group_previous', group('rg-ward'))] },
          { timeout: 10, entries: [] },
        ],
      },
    ],
  },
  'routing-keys': {
    '': [{ routingKey: 'ward', isDefault: false, targets: [{ policySlug: 'pol-w' }] }],
  },
  overrides: {
    '': [
      {
        ...{ publicId: 'Q9', timezone: 'Europe/Berlin', user: { username: 'locum' } },
        ...{ start: '2026-12-24T17:00:00Z', end: '2026-12-27T07:00:00Z' },
        assignments: [{ policy: 'pol-w', team: 'team-c', assigned: false }],
      },
    ],
  },
  'alert-rules': { '': [] },
  maintenance: {
    '': [
      {
        companyId: 'c',
        activeInstances: [
          {
            ...{ instanceId: 'I', startedBy: 'nurse_1', startedAt: 1793491200000, isGlobal: false },
            targets: [{ type: 'RoutingKeys', names: ['ward'] }],
          },
        ],
      },
    ],
  },
};
