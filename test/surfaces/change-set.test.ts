import { beforeAll, describe, expect, it } from 'vitest';
import type { Wire } from '../../src/cli/api-connection.ts';
import { parseChangeSet } from '../../src/surfaces/public-api/change-set.ts';
import type { ApiClient } from '../support/api-client.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let api: ApiClient;
let teamId: string;
beforeAll(async () => {
  ({ api } = await sharedTestApp());
  teamId = await api.make('/team', { displayName: 'T', timeZoneId: 'UTC' });
});

const told = {
  displayName: 'Told',
  incidents: { severities: ['Critical'] },
  told: { withinMinutes: 5 },
};
const integration = { displayName: 'Probe', type: 'Webhook' };

async function prove(changes: object[], more: object = {}) {
  return api.post('/proof', { guarantees: [told], horizonDays: 1, changes, ...more });
}

describe('a proof of changes', () => {
  it('is about what would be set up after them, and makes none', async () => {
    const changes = [
      { action: 'create', entityType: 'Guarantee', id: 'new:told', wire: told },
      {
        ...{ action: 'create', entityType: 'InboundIntegration', id: 'new:probe' },
        wire: { ...integration, TeamID: 'new:team' },
      },
      {
        ...{ action: 'create', entityType: 'Team', id: 'new:team' },
        wire: { displayName: 'New', timeZoneId: 'Europe/Berlin' },
      },
    ];
    const answer = await api.post('/proof', { changes, horizonDays: 1 });
    expect(answer.status).toBe(200);
    const body = answer.body as unknown as Wire['Proof'];
    expect(body.results).toMatchObject([
      { guaranteeId: null, state: 'Broken', counterExample: { integration: 'Probe' } },
    ]);
    const made = new Map(body.newObjects.map(({ name, id }) => [name, id]));
    expect(body.results[0]?.counterExample?.integrationId).toBe(made.get('new:probe'));
    const after = await api.post('/proof', {});
    expect(after.body.results).toEqual([]);
    const before = await prove([]);
    expect(before.body.results).toMatchObject([{ state: 'Vacuous' }]);
  });

  it('that the server would refuse says so as the write does, with the place of the change', async () => {
    const good = { displayName: 'P', teamId, isDefault: false, steps: [{ resolves: true }] };
    const wrong = { ...good, teamId: '01a7bcaf-bd00-7008-ba3b-3c8a03be4587' };
    const ill = { ...good, displayName: '', steps: [{ stopsWhen: 'never' }] };
    const written = [
      await api.post('/escalation-policy', wrong),
      await api.post('/escalation-policy', ill),
    ];
    const policy = { action: 'create', entityType: 'EscalationPolicy' };
    const change = (id: string, wire: object) => ({ ...policy, id, wire });
    const [missing, invalid] = [
      await prove([change('new:a', good), change('new:b', wrong)]),
      await prove([change('new:a', good), change('new:b', ill)]),
    ];
    for (const [at, { status, body }] of [missing, invalid].entries()) {
      expect(status).toBe(400);
      const expected = Object.entries(written[at]?.body.errors ?? {});
      expect(expected).not.toEqual([]);
      expect(body.errors).toEqual(
        Object.fromEntries(expected.map(([name, why]) => [`changes[1].wire.${name}`, why])),
      );
    }
  });

  it.each([
    [
      'no such type',
      { action: 'create', entityType: 'Nothing', id: 'new:a', wire: {} },
      'entityType',
    ],
    ['no body', { action: 'create', entityType: 'Team', id: 'new:a' }, 'wire'],
    ['nothing to delete', { action: 'delete', entityType: 'Team', id: 'new:a' }, 'id'],
    ['no such action', { action: 'drop', entityType: 'Team', id: 'a' }, 'action'],
  ])('%s is 400 at its place', async (_name, change, member) => {
    const { status, body } = await prove([change]);
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual([`changes[0].${member}`]);
  });

  it('may leave out secrets', async () => {
    const hook = { displayName: 'Hook', teamId, type: 'Webhook', webhookSettings: {} };
    const change = { action: 'create', entityType: 'OutboundIntegration', id: 'new:a', wire: hook };
    expect((await prove([change])).status).toBe(200);
  });

  it('sets the notifications of people who are set up in the same set', async () => {
    const none = {
      severitiesSMS: [],
      severitiesVoice: [],
      severitiesPush: [],
      severitiesEmail: [],
    };
    const delays = { delayInMinSMS: 0, delayInMinVoice: 0, delayInMinPush: 0, delayInMinEmail: 0 };
    const ways = { shouldSendSMS: false, shouldCallVoice: true, shouldSendPush: false };
    const settings = {
      ...none,
      ...delays,
      ...ways,
      shouldSendEmail: false,
      severitiesVoice: ['Critical'],
    };
    const changes = [
      {
        ...{ action: 'create', entityType: 'UserIncidentNotificationSettings', id: 'new:ada' },
        wire: { ...settings, phoneNumber: '+12035479055' },
      },
      {
        action: 'create',
        entityType: 'User',
        id: 'new:ada',
        wire: { displayName: 'Ada', email: 'a@example.com' },
      },
      {
        action: 'create',
        entityType: 'TeamMembership',
        id: 'new:m',
        wire: { teamId, userId: 'new:ada', role: 'Member' },
      },
      {
        action: 'create',
        entityType: 'InboundIntegration',
        id: 'new:p',
        wire: { ...integration, teamId },
      },
      {
        ...{ action: 'create', entityType: 'EscalationPolicy', id: 'new:policy' },
        wire: {
          displayName: 'P',
          teamId,
          isDefault: true,
          steps: [{ targets: [{ userId: 'new:ada' }] }],
        },
      },
    ];
    const { body } = await prove(changes);
    expect(JSON.stringify(body)).toContain('"recipient":"Ada"');
  });
});

describe('the body of a proof', () => {
  it('of too many changes, or too deep, is refused', async () => {
    const many = JSON.stringify({ changes: Array.from({ length: 20_001 }, () => ({})) });
    await expect(parseChangeSet(many)).rejects.toMatchObject({ code: 'payload-too-large' });
    const deep = `{"changes":${'['.repeat(100)}${']'.repeat(100)}}`;
    await expect(parseChangeSet(deep)).rejects.toMatchObject({ code: 'validation-failed' });
    await expect(parseChangeSet('{"a":"[[[[{{{{\\"}')).rejects.toThrow(SyntaxError);
    expect(await parseChangeSet(`{"a":"${'['.repeat(100)}"}`)).toEqual({ a: '['.repeat(100) });
  });
});
