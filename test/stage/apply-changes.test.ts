import { beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../src/kernel/index.ts';
import {
  applyChanges,
  type ConfigurationChange,
  loadSnapshot,
  openIncident,
  openStage,
  runIncident,
  type Snapshot,
  toldBy,
} from '../../src/stage/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let app: TestApp;
let teamId: string;
let otherId: string;
let userId: string;
let membershipId: string;
let integrationId: string;
let policyId: string;

const nowhere = '01a7bcaf-bd00-7008-ba3b-3c8a03be4587';

beforeAll(async () => {
  app = await sharedTestApp();
  const { api } = app;
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  otherId = await api.make('/team', { displayName: 'Database', timeZoneId: 'UTC' });
  userId = await api.make('/user', { displayName: 'Ada', email: 'ada@example.com' });
  membershipId = await api.make('/team-membership', { userId, teamId, role: 'Member' });
  integrationId = await api.make('/inbound-integration', {
    displayName: 'Probe',
    teamId,
    type: 'Webhook',
    webhookAuthentication: { bearer: { token: 'SECRET-token' } },
  });
  policyId = await api.make('/escalation-policy', {
    displayName: 'Day',
    teamId,
    isDefault: false,
    steps: [{ targets: [{ userId }] }],
  });
});

function snapshotNow(): Promise<Snapshot> {
  const channels = { missing: () => null, providers: () => [] };
  return loadSnapshot(app.app.world, app.organizationId, channels);
}

async function applied(changes: readonly ConfigurationChange[], from?: Snapshot) {
  const ctx = systemContext(app.app.world, app.organizationId);
  return applyChanges(ctx, from ?? (await snapshotNow()), changes);
}

const creating = (entityType: string, wire: object, name = 'it'): ConfigurationChange => ({
  action: 'create',
  entityType,
  id: `new:${name}`,
  wire: { ...wire },
});

function wireOf({ resources }: Snapshot, entityType: string, id: string | undefined) {
  const { wire } = resources.get(entityType)?.get(id ?? '') ?? {};
  return wire;
}

describe('a change that the API refuses', () => {
  const policy = (more: object) => ({
    ...{ displayName: 'Night', teamId, isDefault: false },
    ...{ steps: [{ targets: [{ userId }] }], ...more },
  });
  it.each<[string, string, string, () => object]>([
    [
      'a team that is not there',
      '/escalation-policy',
      'EscalationPolicy',
      () => policy({ teamId: nowhere }),
    ],
    [
      'a person who is not there',
      '/escalation-policy',
      'EscalationPolicy',
      () => policy({ steps: [{ targets: [{ userId: nowhere }] }] }),
    ],
    [
      'a step that does nothing',
      '/escalation-policy',
      'EscalationPolicy',
      () => policy({ steps: [{}] }),
    ],
    [
      'a name that is taken',
      '/escalation-policy',
      'EscalationPolicy',
      () => policy({ displayName: 'Day' }),
    ],
    [
      'a zone that is none',
      '/team',
      'Team',
      () => ({ displayName: 'New', timeZoneId: 'Mars/Base' }),
    ],
    [
      'a second membership',
      '/team-membership',
      'TeamMembership',
      () => ({ userId, teamId, role: 'Member' }),
    ],
    [
      'an address that is taken',
      '/user',
      'User',
      () => ({ displayName: 'A', email: 'ADA@example.com' }),
    ],
    [
      'an unknown date',
      '/silence',
      'Silence',
      () => ({
        ...{
          displayName: 'Off',
          teamId,
          start: '2026-13-01T00:00:00Z',
          end: '2026-12-02T00:00:00Z',
        },
        ...{ matchers: [], integrationIds: [] },
      }),
    ],
  ])('is refused with the same error: %s', async (_name, path, entityType, wire) => {
    const { refused } = await applied([creating(entityType, wire())]);
    const answer = await app.api.post(path, wire());
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(refused).toHaveLength(1);
    const { error } = refused[0] ?? {};
    expect(error?.code).toBe(answer.body.code);
    expect(Object.keys(error?.fields ?? {})).toEqual(Object.keys(answer.body.errors ?? {}));
  });
});

it('a snapshot holds what is set up, and neither subscribers of status pages nor secrets', async () => {
  const snapshot = await snapshotNow();
  expect([...snapshot.resources.keys()]).toEqual(
    expect.arrayContaining(['Team', 'User', 'Silence']),
  );
  expect(snapshot.resources.has('StatusPageSubscriber')).toBe(false);
  expect(JSON.stringify(wireOf(snapshot, 'InboundIntegration', integrationId))).not.toContain(
    'SECRET',
  );
});

describe('changes', () => {
  it('give what the API stores, in whatever order they come', async () => {
    const changes = [
      creating('EscalationPolicy', {
        displayName: 'Night',
        teamId: 'new:team',
        isDefault: true,
        steps: [{ targets: [{ userId }, { scheduleId: 'new:rota' }] }],
      }),
      creating(
        'OnCallSchedule',
        {
          ...{ displayName: 'Rota', teamId: 'new:team', timeZoneId: 'UTC', layers: [] },
        },
        'rota',
      ),
      creating('Team', { displayName: 'New', timeZoneId: 'UTC' }, 'team'),
    ];
    const before = await snapshotNow();
    const { snapshot, refused, ids } = await applied(changes, before);
    expect(refused).toEqual([]);
    expect(before.resources.get('Team')?.has(ids.get('new:team') ?? '')).toBe(false);
    const real = new Map<string, string>();
    for (const [path, change] of [
      ['/team', changes[2]],
      ['/on-call-schedule', changes[1]],
      ['/escalation-policy', changes[0]],
    ] as const) {
      let text = JSON.stringify(change?.wire);
      for (const [address, id] of real) text = text.replaceAll(address, id);
      real.set(change?.id ?? '', await app.api.make(path, JSON.parse(text) as object));
    }
    const after = await snapshotNow();
    for (const { entityType, id } of changes) {
      let text = JSON.stringify(wireOf(after, entityType, real.get(id)));
      for (const [address, made] of real) text = text.replaceAll(made, ids.get(address) ?? '');
      expect(JSON.stringify(wireOf(snapshot, entityType, ids.get(id)))).toBe(text);
    }
  });

  it('keep secrets that are left out, and take along what goes with a team', async () => {
    const replaced = {
      action: 'replace',
      entityType: 'InboundIntegration',
      id: integrationId,
      wire: {
        displayName: 'Renamed',
        teamId,
        type: 'Webhook',
        webhookAuthentication: { bearer: {} },
      },
    } as const;
    const { snapshot, refused } = await applied([replaced]);
    expect(refused).toEqual([]);
    expect(wireOf(snapshot, 'InboundIntegration', integrationId)).toMatchObject({
      displayName: 'Renamed',
      webhookAuthentication: { bearer: { token: '********' } },
    });
    const gone = await applied([{ action: 'delete', entityType: 'Team', id: teamId, wire: null }]);
    expect(gone.refused).toEqual([]);
    for (const [entityType, id] of [
      ['TeamMembership', membershipId],
      ['InboundIntegration', integrationId],
      ['EscalationPolicy', policyId],
    ] as const)
      expect(gone.snapshot.resources.get(entityType)?.has(id)).toBe(false);
    expect(gone.snapshot.resources.get('Team')?.has(otherId)).toBe(true);
  });

  it('decide who is told on the stage', async () => {
    const changes = [
      creating('EscalationPolicy', {
        ...{ displayName: 'All', teamId, isDefault: true, steps: [{ targets: [{ userId }] }] },
      }),
    ];
    const { snapshot } = await applied(changes);
    const at = new Date('2026-11-30T09:00:00Z');
    const told = (from: Snapshot) => {
      const stage = openStage(structuredClone(from));
      const alert = { integrationId, title: 'Down', severity: 'Critical', attributes: [] } as const;
      const { incident } = openIncident(stage, alert, at);
      if (!incident) throw new Error('Nothing opens.');
      const until = new Date(at.getTime() + 3_600_000);
      return toldBy(runIncident({ stage, incident, at, until })).map((one) => one.userId);
    };
    expect(told(snapshot)).toContain(userId);
    expect(told(await snapshotNow())).not.toContain(userId);
  });

  it('of a kind that is none, or of an object that is not there, are refused', async () => {
    const { refused } = await applied([
      creating('Nothing', {}),
      { action: 'replace', entityType: 'Team', id: nowhere, wire: { displayName: 'A' } },
      { action: 'delete', entityType: 'Team', id: nowhere, wire: null },
    ]);
    expect(refused.map(({ error }) => error.code)).toEqual([
      'validation-failed',
      'not-found',
      'not-found',
    ]);
  });
});
