import type { ImportedProduct } from '../../src/migration/import-from.ts';
import type { Fields } from '../../src/migration/model/fields.ts';
import type { Importer, Work } from '../../src/migration/model/importer.ts';
import type { SavedAnswers } from '../../src/migration/read/saved.ts';

/** A product as small as one can be that has people, teams, schedules, overrides and integrations with keys. */
const fields: Fields = {
  users: [
    { from: '/mail', to: 'tocsin_user.email' },
    { from: '/name', to: 'tocsin_user.display_name' },
    { from: '/phone', to: 'tocsin_user.phone_number' },
    { from: '/id', noise: 'an id' },
    { from: '/avatar', noPlace: 'pictures are not kept', level: 'lost' },
    { from: '/escalates', noPlace: 'people do not escalate', level: 'behaviour', unless: [false] },
  ],
  teams: [
    { from: '/name', to: 'tocsin_team.display_name' },
    { from: '/members/*', to: 'tocsin_team_membership' },
    { from: '/id', noise: 'an id' },
  ],
  schedules: [
    { from: '/name', to: 'tocsin_schedule.display_name' },
    { from: '/zone', to: 'tocsin_schedule.time_zone_id' },
    { from: '/team', to: 'tocsin_schedule.team_id' },
    { from: '/from', to: 'tocsin_schedule.layers.turns.from' },
    { from: '/people/*', to: 'tocsin_schedule.layers.groups' },
    { from: '/id', noise: 'an id' },
  ],
  integrations: [
    { from: '/name', to: 'tocsin_integration.display_name' },
    { from: '/team', to: 'tocsin_integration.team_id' },
    { from: '/apiKey', to: 'tocsin_integration.accepted_keys.key' },
    { from: '/tool', to: 'tocsin_integration.type' },
    { from: '/id', noise: 'an id' },
  ],
};

const key = (kind: string, id: string) => `small:${kind}:${id}`;

const importer: Importer = {
  fields,
  bring(work) {
    for (const user of work.ledger.all('users'))
      work.add('tocsin_user', user.key, {
        email: user.text('mail') ?? '',
        displayName: user.text('name') ?? '',
        phoneNumber: user.text('phone'),
      });
    for (const team of work.ledger.all('teams')) {
      work.add('tocsin_team', team.key, { displayName: team.text('name') ?? '' });
      for (const member of team.texts('members'))
        work.add('tocsin_team_membership', `${team.key.replace('teams', 'members')}:${member}`, {
          teamId: team.key,
          userId: key('users', member),
          role: 'Member',
        });
    }
    for (const schedule of work.ledger.all('schedules'))
      work.add('tocsin_schedule', schedule.key, {
        displayName: schedule.text('name') ?? '',
        timeZoneId: schedule.text('zone') ?? 'UTC',
        teamId: key('teams', schedule.text('team') ?? ''),
        layers: [
          {
            turns: { every: 1, unit: 'weeks', from: schedule.text('from') ?? '' },
            groups: schedule.texts('people').map((id) => ({ userIds: [key('users', id)] })),
          },
        ],
      });
    for (const integration of work.ledger.all('integrations')) bringIntegration(work, integration);
  },
  rendered: () => [],
};

function bringIntegration(
  work: Work,
  integration: ReturnType<Work['ledger']['all']>[number],
): void {
  const tool = integration.text('tool') ?? '';
  const type = work.answer({
    id: `tool:${tool}`,
    text: `Which integration takes the place of ${tool}?`,
    usual: tool === 'http' ? 'Webhook' : null,
  });
  work.add('tocsin_integration', integration.key, {
    displayName: integration.text('name') ?? '',
    teamId: key('teams', integration.text('team') ?? ''),
    type,
    acceptedKeys: [{ displayName: 'from before', key: integration.text('apiKey') ?? '' }],
  });
}

export const smallProduct: ImportedProduct = { name: 'small', displayName: 'Small', importer };

export const smallKey = 'k3y-0f-th3-int3gration';

export function smallAccount(): Record<string, unknown[]> {
  return {
    users: [
      { id: 'u1', mail: 'ada@example.com', name: 'Ada', phone: '+4930901820', avatar: 'ada.png' },
      { id: 'u2', mail: 'Bob@example.com', name: 'Bob', escalates: false },
    ],
    teams: [{ id: 't1', name: 'Shop', members: ['u1', 'u2'] }],
    schedules: [
      {
        ...{ id: 's1', name: 'Shop: days', zone: 'Europe/Berlin', team: 't1' },
        ...{ from: '2026-03-02T08:00:00Z', people: ['u1', 'u2'] },
      },
    ],
    integrations: [{ id: 'i1', name: 'Checkout', team: 't1', tool: 'http', apiKey: smallKey }],
  };
}

export function smallSaved(account: Record<string, unknown[]> = smallAccount()): SavedAnswers {
  return {
    ...{ product: 'small', url: 'https://api.small.example.com' },
    savedAt: '2026-03-01T12:00:00.000Z',
    results: new Map(
      Object.entries(account).map(([kind, objects]) => [
        kind,
        { state: 'whole', answers: [{ of: [], objects }] },
      ]),
    ),
  };
}
