import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, windowEdgeSeconds } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

interface Event {
  severity: string;
  status: string;
  message: string | null;
  modification: { intent: string; timestamp: string };
  attributeChanges: { name: string; newValue: string | null; oldValue: string | null }[];
}
interface Incident {
  id: string;
  title: string;
  events: Event[];
  eventsTotalCount: number;
  attributes: { name: string; value: string }[];
  allowedIntents: string[];
  unattended: boolean;
  isArchived: boolean;
  snoozed: { snoozedUntil: string } | null;
  teams: { id: string }[];
}

let t: TestApp;
let teamId: string;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.stop());
beforeEach(async () => {
  teamId = await t.api.make('/team', { displayName: `Team ${randomUUID()}` });
});

const open = async (more: object = {}): Promise<Incident> => {
  const answer = await t.api.post('/incident', {
    title: 'Checkout is down',
    status: 'Open',
    severity: 'Critical',
    teamIds: [teamId],
    ...more,
  });
  expect(answer.status).toBe(200);
  return answer.body as unknown as Incident;
};
const get = async (id: string) =>
  (await t.api.get(`/incident/search/${id}`)).body as unknown as Incident;
const patch = (id: string, operations: object) => t.api.patch(`/incident/${id}`, { operations });
const intent = (id: string, name: string, more: object = {}) =>
  patch(id, { appendIntent: { intent: name, ...more } });
const ids = async (query: string) => {
  const { body } = await t.api.get(`/incident/search/list?TeamIds=${teamId}&${query}`);
  return (body.incidents as Incident[]).map((incident) => incident.id);
};

describe('an incident made through the API', () => {
  it('holds what was sent, newest event first, and what may be done next', async () => {
    const incident = await open({
      message: 'Since 08:20',
      publicComment: 'We are on it',
      attributes: [{ name: 'Region', value: 'eu' }],
    });
    expect(incident.events.map(({ modification }) => modification.intent)).toEqual([
      'Commented',
      'Created',
    ]);
    expect(incident.events[1]).toMatchObject({
      message: 'Since 08:20',
      status: 'Open',
      severity: 'Critical',
    });
    expect(incident.attributes).toEqual([
      { name: 'Region', value: 'eu', isImage: false, hideInPreviews: false, isGroupingKey: false },
    ]);
    expect(incident.allowedIntents).toContain('Investigated');
    expect(incident.allowedIntents).not.toContain('Unresolved');
    expect(incident.unattended).toBe(true);
    expect(await get(incident.id)).toEqual(incident);
  });

  it('needs a team, or an integration that has one', async () => {
    const refused = await t.api.post('/incident', {
      title: 'x',
      status: 'Open',
      severity: 'Minor',
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors as object)).toEqual(['teamIds']);
    const integrationId = await makeIntegration(t);
    const made = await open({ teamIds: null, integrationId });
    expect(made.teams).toHaveLength(1);
  });

  it('is refused for a team or an integration that is not there', async () => {
    const where = { title: 'x', status: 'Open', severity: 'Minor' };
    expect((await t.api.post('/incident', { ...where, teamIds: [randomUUID()] })).status).toBe(404);
    expect((await t.api.post('/incident', { ...where, integrationId: randomUUID() })).status).toBe(
      404,
    );
  });
});

describe('PATCH /incident/{id}', () => {
  it('acknowledges, resolves and reopens', async () => {
    const { id } = await open();
    expect((await intent(id, 'Investigated', { message: 'Looking' })).body).toMatchObject({
      unattended: false,
    });
    const resolved = (await intent(id, 'Resolved')).body as unknown as Incident;
    expect(resolved.events[0]).toMatchObject({ status: 'Resolved', severity: 'Critical' });
    expect(resolved.allowedIntents).toContain('Unresolved');
    const again = (await intent(id, 'Unresolved')).body as unknown as Incident;
    expect(again.events[0]).toMatchObject({ status: 'Open' });
    expect(again.eventsTotalCount).toBe(4);
  });

  it('says what is possible when an intent is not', async () => {
    const { id } = await open();
    const refused = await intent(id, 'Unresolved');
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body.errors)).toContain('Values must be one of Investigated');
    expect((await intent(id, 'Commented')).status).toBe(400);
    expect((await intent(id, 'Snoozed')).status).toBe(400);
    expect((await patch(id, {})).status).toBe(400);
    expect((await get(id)).eventsTotalCount).toBe(1);
  });

  it('does everything it is given, or nothing', async () => {
    const { id } = await open({ attributes: [{ name: 'Region', value: 'eu' }] });
    const refused = await patch(id, {
      changeSeverity: { severity: 'Minor' },
      addAttributes: { attributes: [{ name: 'region', value: 'us' }] },
    });
    expect(refused.status).toBe(400);
    expect((await get(id)).events[0]).toMatchObject({ severity: 'Critical' });
    const done = (
      await patch(id, {
        changeSeverity: { severity: 'Minor' },
        upsertAttributes: { attributes: [{ name: 'region', value: 'us' }] },
        appendIntent: { intent: 'Commented', message: 'moved' },
      })
    ).body as unknown as Incident;
    expect(done.events.slice(0, 2).map(({ modification }) => modification.intent)).toEqual([
      'Commented',
      'Updated',
    ]);
    expect(done.events[1]?.attributeChanges).toEqual([
      { name: 'region', newValue: 'us', oldValue: 'eu' },
    ]);
    expect(done.events[0]).toMatchObject({ severity: 'Minor' });
  });

  it('snoozes until a time, wakes at it, and shows snoozed ones only when asked', async () => {
    const { id } = await open();
    const until = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    await intent(id, 'Snoozed', { intentOptions: { snoozingOptions: { snoozedUntil: until } } });
    expect((await get(id)).snoozed).toEqual({ snoozedUntil: until });
    expect(await ids('')).toEqual([]);
    expect(await ids('IncludeSnoozed=true')).toEqual([id]);
    expect(await ids('OnlySnoozed=true')).toEqual([id]);
    t.clock.advance(3_599);
    await t.app.jobs.runAll();
    expect((await get(id)).snoozed).not.toBeNull();
    t.clock.advance(1);
    await t.app.jobs.runAll();
    const awake = await get(id);
    expect(awake.snoozed).toBeNull();
    expect(awake.events[0]?.modification.intent).toBe('Unsnoozed');
  });

  it('snoozes until it is resolved, and refuses a time that is none of the calendar', async () => {
    const { id } = await open();
    const snooze = (snoozedUntil: string | null) =>
      intent(id, 'Snoozed', { intentOptions: { snoozingOptions: { snoozedUntil } } });
    expect((await snooze('2036-02-31T25:00:00Z')).status).toBe(400);
    expect((await snooze(null)).body).toMatchObject({ snoozed: { snoozedUntil: null } });
    t.clock.advance(86_400 * 30);
    await t.app.jobs.runAll();
    expect((await get(id)).snoozed).toEqual({ snoozedUntil: null });
    expect((await intent(id, 'Resolved')).body).toMatchObject({ snoozed: null });
  });

  it('changes the title', async () => {
    const { id } = await open();
    const answer = await patch(id, { changeTitle: { title: 'Another name' } });
    expect(answer.body).toMatchObject({ title: 'Another name' });
    expect((await patch(id, { changeTitle: { title: '' } })).status).toBe(400);
  });

  it.each([
    [
      'a user',
      'Assigned',
      (id: string) => ({ userAssigningOptions: { userAssignments: [{ userId: id }] } }),
    ],
    ['a team', 'Assigned', (id: string) => ({ assigningOptions: { teams: [{ id }] } })],
    ['a service', 'Affects', (id: string) => ({ affectingOptions: { services: [{ id }] } })],
    [
      'a tool',
      'Forwarded',
      (id: string) => ({ forwardingOptions: { outboundIntegration: { id } } }),
    ],
  ])('answers 404 for %s that is not there, and changes nothing', async (_, name, options) => {
    const { id } = await open();
    const intentOptions = options(randomUUID());
    expect((await intent(id, name, { intentOptions })).status).toBe(404);
    expect((await get(id)).eventsTotalCount).toBe(1);
  });

  it('assigns a second team, whose key then sees the incident', async () => {
    const { id } = await open();
    const second = await t.api.make('/team', { displayName: 'Second' });
    const answer = await intent(id, 'Assigned', {
      intentOptions: { assigningOptions: { teams: [{ id: second }] } },
    });
    expect((answer.body as unknown as Incident).teams.map((team) => team.id)).toEqual([
      teamId,
      second,
    ]);
    const key = await t.api.post('/api-key', {
      kind: 'organization',
      displayName: 'second',
      teamIds: [second],
    });
    const other = t.as(String(key.body.key));
    expect((await other.get(`/incident/search/${id}`)).status).toBe(200);
    const foreign = await t.api.make('/team', { displayName: 'Third' });
    const third = await t.api.post('/api-key', {
      kind: 'organization',
      displayName: 'third',
      teamIds: [foreign],
    });
    expect((await t.as(String(third.body.key)).get(`/incident/search/${id}`)).status).toBe(404);
  });

  it('reopens into no second open incident for one problem', async () => {
    const integrationId = await makeIntegration(t);
    await map(t, integrationId);
    const fire = async (status: string) =>
      (
        await send(t, integrationId, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ status, severity: 'Minor', title: 'x', id: 'one' }),
        })
      ).body;
    const first = String((await fire('Open')).incidentId);
    await intent(first, 'Resolved');
    const second = String((await fire('Open')).incidentId);
    expect(second).not.toBe(first);
    expect((await intent(first, 'Unresolved')).status).toBe(409);
    await intent(second, 'Resolved');
    expect((await intent(first, 'Unresolved')).status).toBe(200);
    // Correlating again: the tool's own end of the alarm finds it.
    expect(await fire('Resolved')).toMatchObject({ outcome: 'Resolved', incidentId: first });
  });
});

describe('reading incidents', () => {
  it('filters, sorts and pages', async () => {
    const make = async (title: string, severity: string, more: object = {}) => {
      t.clock.advance(60);
      return (await open({ title, severity, ...more })).id;
    };
    const a = await make('Disk full', 'Minor');
    const b = await make('API slow', 'Critical', {
      attributes: [{ name: 'Host', value: 'db-(1)' }],
    });
    const c = await make('Checkout', 'Warning');
    t.clock.advance(60);
    await intent(a, 'Resolved');
    expect(await ids('')).toEqual([c, b, a]);
    expect(await ids('Asc=true')).toEqual([a, b, c]);
    expect(await ids('statuses=Open')).toEqual([c, b]);
    expect(await ids('Severities=Minor&Severities=Warning')).toEqual([c, a]);
    expect(await ids('SearchTerm=DB-(1)')).toEqual([b]);
    expect(await ids('SearchTerm=.*')).toEqual([]);
    expect(await ids('SortBy=Title&Asc=true')).toEqual([b, c, a]);
    expect(await ids('SortBy=Urgency')).toEqual([b, c, a]);
    expect(await ids('SortBy=LastUpdatedAt')).toEqual([a, c, b]);
    expect(await ids('Limit=1&Offset=1')).toEqual([b]);
    expect(await ids('Unattended=false')).toEqual([a]);
    await intent(c, 'Archived');
    expect(await ids('')).toEqual([b, a]);
    expect(await ids('IsArchived=true')).toEqual([c]);
    const refused = await t.api.get('/incident/search/list?Limit=101');
    expect(refused.status).toBe(400);
  });

  it('follows changes oldest first, without gap or repetition, however they are paged', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await open({ title: `n${n}` })).id);
    t.clock.advance(1);
    await intent(made[0] ?? '', 'Investigated');
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const { body } = await t.api.get(
        `/incident/search/changes?TeamIds=${teamId}&Limit=2${cursor && `&Cursor=${cursor}`}`,
      );
      seen.push(...(body.incidents as Incident[]).map(({ id }) => id));
      cursor = String(body.nextCursor);
    }
    expect(seen).toEqual([...made.slice(1), made[0]]);
    t.clock.advance(1);
    await intent(made[3] ?? '', 'Resolved');
    const later = await t.api.get(`/incident/search/changes?TeamIds=${teamId}&Cursor=${cursor}`);
    expect((later.body.incidents as Incident[]).map(({ id }) => id)).toEqual([made[3]]);
    expect((await t.api.get('/incident/search/changes?Cursor=nonsense')).status).toBe(400);
  });

  it('name the key that did something, in the history and as Markdown', async () => {
    const made = await t.api.post('/api-key', { displayName: 'Pipeline', kind: 'organization' });
    const { id } = await open();
    const operations = { appendIntent: { intent: 'Resolved' } };
    const done = await t.as(String(made.body.key)).patch(`/incident/${id}`, { operations });
    expect(done.body.events).toMatchObject([
      {
        modification: {
          intent: 'Resolved',
          user: null,
          apiKey: { id: made.body.id, displayName: 'Pipeline' },
        },
      },
      { modification: { intent: 'Created' } },
    ]);
    const { text } = await t.api.get(`/incident/search/${id}/markdown`);
    expect(text).toContain('Resolved by the key Pipeline');
  });

  it('gives one as Markdown', async () => {
    const { id } = await open({ attributes: [{ name: 'A|B', value: 'line\nbreak' }] });
    const { text, headers } = await t.api.get(`/incident/search/${id}/markdown`);
    expect(headers.get('content-type')).toContain('text/markdown');
    expect(text).toContain('# Checkout is down');
    expect(text).toContain('| A\\|B | line break |');
  });

  it('names those on call in Tier 1 of its teams now', async () => {
    const userId = await t.api.make('/user', {
      displayName: 'Jo',
      email: `jo-${randomUUID()}@example.com`,
    });
    const teamMembershipId = await t.api.make('/team-membership', {
      userId,
      teamId,
      role: 'Member',
    });
    await t.api.make('/team-escalations', {
      teamId,
      escalationTiers: [{ schedules: [{ rotations: [{ members: [{ teamMembershipId }] }] }] }],
    });
    const { id } = await open();
    expect(await get(id)).toMatchObject({ onCallUsers: [{ id: userId, displayName: 'Jo' }] });
  });
});

describe('paging through incidents', () => {
  it('goes on behind the last page by its cursor, in every order', async () => {
    const teamId = await t.api.make('/team', { displayName: 'Paged' });
    for (const title of ['B', 'A', 'C'])
      await t.api.make('/incident', {
        title,
        status: 'Open',
        severity: 'Minor',
        teamIds: [teamId],
      });
    const list = `/incident/search/list?TeamIds=${teamId}&Limit=2&SortBy=Title&Asc=true`;
    const first = await t.api.get(list);
    expect(first.body).toMatchObject({
      incidents: [{ title: 'A' }, { title: 'B' }],
      hasMore: true,
      isPartial: false,
    });
    const next = `${list}&Cursor=${String(first.body.nextCursor)}`;
    expect((await t.api.get(next)).body).toMatchObject({
      incidents: [{ title: 'C' }],
      hasMore: false,
      nextCursor: null,
    });
    for (const refused of [
      `${next}&Offset=1`,
      next.replace('SortBy=Title', 'SortBy=Urgency'),
      next.replace('Asc=true', 'Asc=false'),
      `${list}&Cursor=nonsense`,
      `${list}&Offset=2001`,
    ])
      expect((await t.api.get(refused)).status, refused).toBe(400);
  });
});

describe('DELETE /incident/{id}', () => {
  it('takes an archived incident, and only an unrestricted key', async () => {
    const { id } = await open();
    expect((await t.api.delete(`/incident/${id}`)).status).toBe(400);
    await intent(id, 'Archived');
    const scoped = await t.api.post('/api-key', {
      kind: 'organization',
      displayName: 'scoped',
      scopes: [{ resource: 'incidents', permissions: ['get', 'list', 'create', 'update'] }],
    });
    expect((await t.as(String(scoped.body.key)).delete(`/incident/${id}`)).status).toBe(403);
    expect((await t.api.delete(`/incident/${id}`)).status).toBe(200);
    expect((await t.api.get(`/incident/search/${id}`)).status).toBe(404);
    expect((await t.api.delete(`/incident/${id}`)).status).toBe(404);
  });
});

describe('the limits of incidents through the API', () => {
  it('are 4 creations in 30 s per key and 4 updates in 30 s per incident', async () => {
    const limited = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'on' } });
    try {
      const team = await limited.api.make('/team', { displayName: 'T' });
      const body = { title: 'x', status: 'Open', severity: 'Minor', teamIds: [team] };
      const made: string[] = [];
      for (let n = 0; n < 4; n += 1) made.push(await limited.api.make('/incident', body));
      const refused = await limited.api.post('/incident', body);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBe(30 + windowEdgeSeconds);
      const comment = { operations: { appendIntent: { intent: 'Commented', message: 'x' } } };
      for (let n = 0; n < 4; n += 1)
        expect((await limited.api.patch(`/incident/${made[0]}`, comment)).status).toBe(200);
      expect((await limited.api.patch(`/incident/${made[0]}`, comment)).status).toBe(429);
      expect((await limited.api.patch(`/incident/${made[1]}`, comment)).status).toBe(200);
      limited.clock.advance(30 + windowEdgeSeconds);
      expect((await limited.api.post('/incident', body)).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

describe('a person who is deleted for good', () => {
  it('is forgotten in the histories of incidents, what they did stays', async () => {
    const person = await makePerson(t, { organizationRole: 'Administrator' });
    const { id } = await open();
    const acknowledged = { operations: { appendIntent: { intent: 'Investigated' } } };
    expect((await person.api.patch(`/incident/${id}`, acknowledged)).status).toBe(200);
    const { email } = (await t.api.get(`/user/${person.id}`)).body;
    expect(JSON.stringify(await get(id))).toContain(String(email));
    expect((await t.api.delete(`/user/${person.id}`)).status).toBe(200);
    const incident = await get(id);
    expect(incident.events[0]?.modification).toMatchObject({
      intent: 'Investigated',
      user: { id: person.id, displayName: null, email: null },
    });
    expect(JSON.stringify(incident)).not.toContain(String(email));
  });
});

describe('labels filter incidents', () => {
  it('by those of the integration or of a team, in lists and in the change feed', async () => {
    const labelled = await t.api.make('/team', {
      displayName: randomUUID(),
      labels: ['Shop', 'eu'],
    });
    const integrationId = await t.api.make('/inbound-integration', {
      displayName: 'Alerts',
      teamId,
      type: 'Webhook',
      labels: ['production'],
    });
    const ofTeam = await open({ teamIds: [labelled] });
    const ofIntegration = await open({ integrationId });
    const ofNeither = await open();
    for (const [query, expected] of [
      ['Labels=shop', [ofTeam]],
      ['Labels=Production', [ofIntegration]],
      ['Labels=eu&Labels=production', [ofTeam, ofIntegration]],
      [`Labels=eu&Labels=production&TeamIds=${teamId}`, [ofIntegration]],
      ['Labels=nobody', []],
    ] as const)
      for (const operation of ['list', 'changes']) {
        const { body } = await t.api.get(`/incident/search/${operation}?${query}`);
        const found = (body.incidents as Incident[]).map(({ id }) => id);
        expect(found.toSorted(), `${operation} ${query}`).toEqual(
          expected.map(({ id }) => id).toSorted(),
        );
        expect(found).not.toContain(ofNeither.id);
      }
  });

  it('labels that are taken away no longer count', async () => {
    const team = { displayName: randomUUID(), labels: ['gone'] };
    const id = await t.api.make('/team', team);
    await open({ teamIds: [id] });
    await t.api.put(`/team/${id}`, { ...team, labels: null });
    const { body } = await t.api.get('/incident/search/list?Labels=gone');
    expect(body.incidents).toEqual([]);
  });
});
