import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import { staffTeam } from '../support/staffed-team.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    clock: '2026-03-19T12:00:00.000Z',
    env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' },
  });
});
afterAll(() => server.stop());

const mail = { channel: 'Email', afterMinutes: 0 };
const nights = [{ selectedDays: null, from: '22:00', until: '07:00' }];
const rules = { rules: [], otherwise: [mail], quietHours: null };

describe('notification rules', () => {
  it('are set, read, listed and deleted by the person and by administrators, and by nobody else', async () => {
    const { api } = server;
    const me = await makePerson(server, { organizationRole: 'Member' });
    const you = await makePerson(server, { organizationRole: 'Member' });
    const path = `/user/${me.id}/notification-rules`;
    expect((await me.api.get(path)).status).toBe(404);
    const set = await me.api.put(path, rules);
    expect(set.status, set.text).toBe(200);
    expect(set.body).toMatchObject({ id: me.id, userId: me.id, isProvisioned: false, rules: [] });
    for (const by of [api, me.api]) expect((await by.get(path)).body).toEqual(set.body);
    expect((await you.api.get(path)).status).toBe(403);
    expect((await you.api.put(path, rules)).status).toBe(403);
    expect((await you.api.delete(path)).status).toBe(403);
    expect((await you.api.post(`${path}/preview`, {})).status).toBe(400);
    const list = async (by: typeof api) =>
      (await by.get('/user-notification-rules/search/list')).body.userNotificationRules;
    expect(await list(api)).toEqual([set.body]);
    expect(await list(me.api)).toEqual([set.body]);
    expect(await list(you.api)).toEqual([]);
    const listOf = async (by: typeof api, userId: string) =>
      (await by.get(`/user-notification-rules/search/list?UserId=${userId}`)).body
        .userNotificationRules;
    expect(await listOf(api, me.id)).toEqual([set.body]);
    expect(await listOf(api, you.id)).toEqual([]);
    expect(await listOf(you.api, me.id)).toEqual([]);
    const other = await makeOrganization(server);
    for (const answer of [
      await other.api.get(path),
      await other.api.put(path, rules),
      await other.api.delete(path),
      await api.put(`/user/${randomUUID()}/notification-rules`, rules),
    ])
      expect(answer.status).toBe(404);
    expect((await api.put(path, { ...rules, quietHours: { hours: nights } })).status).toBe(200);
    expect((await me.api.delete(path)).status).toBe(200);
    expect((await me.api.get(path)).status).toBe(404);
  });

  it.each<[string, object, string]>([
    ['a member that is unknown', { ...rules, quietHour: null }, 'quietHour'],
    [
      'one that is unknown deep inside',
      { ...rules, otherwise: [{ ...mail, repeat: 2 }] },
      'otherwise[0].repeat',
    ],
    [
      'a rule that hides without saying what',
      { ...rules, rules: [{ steps: [] }] },
      'rules[0].steps',
    ],
    ['nothing otherwise', { ...rules, otherwise: [] }, 'otherwise'],
    [
      'repeats without minutes',
      { ...rules, otherwise: [{ ...mail, repeats: 2 }] },
      'otherwise[0].repeatsEveryMinutes',
    ],
    [
      'minutes without repeats',
      { ...rules, otherwise: [{ ...mail, repeatsEveryMinutes: 2 }] },
      'otherwise[0].repeatsEveryMinutes',
    ],
    [
      'repeats for longer than a day',
      { ...rules, otherwise: [{ ...mail, repeats: 2, repeatsEveryMinutes: 1000 }] },
      'otherwise[0].repeatsEveryMinutes',
    ],
    [
      'too many messages',
      { ...rules, otherwise: Array(3).fill({ ...mail, repeats: 20, repeatsEveryMinutes: 1 }) },
      'otherwise',
    ],
    [
      'quiet hours without an end',
      { ...rules, quietHours: { hours: [{ from: '08:00', until: '08:00' }] } },
      'quietHours.hours',
    ],
    [
      'a team that is not there',
      { ...rules, rules: [{ teamIds: [randomUUID()], steps: [mail] }] },
      'rules[0].teamIds',
    ],
  ])('refuse %s', async (_, body, member) => {
    const me = await makePerson(server, { organizationRole: 'Member' });
    const answer = await me.api.put(`/user/${me.id}/notification-rules`, body);
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.body.errors as object).join()).toContain(member);
  });

  it('say beforehand what an alert would send, and what the day looks like', async () => {
    const me = await makePerson(server, { organizationRole: 'Member' });
    const { status, body, text } = await me.api.post(`/user/${me.id}/notification-rules/preview`, {
      rules: {
        rules: [],
        otherwise: [mail, { channel: 'SMS', afterMinutes: 2, repeats: 2, repeatsEveryMinutes: 5 }],
        quietHours: { hours: nights, alsoCritical: null },
      },
      at: '2026-03-19T23:00:00Z',
      severity: 'Warning',
    });
    expect(status, text).toBe(200);
    expect(body.timeZoneId).toBe('UTC');
    expect(body.messages).toMatchObject([
      {
        channel: 'Email',
        dueAt: '2026-03-20T07:00:00.000Z',
        isSent: true,
        reasonSentence: { code: 'quietUntil' },
      },
      { channel: 'SMS', isSent: false },
    ]);
    const of = (severity: string) =>
      (body.stretches as Record<string, string>[])
        .filter((one) => one.severity === severity)
        .map(({ start, tells }) => `${start?.slice(11, 16)} ${tells}`);
    expect(of('Critical')).toEqual(['23:00 Sends']);
    expect(of('Warning')).toEqual(['23:00 Waits', '07:00 Sends', '22:00 Waits']);
    expect((await me.api.get(`/user/${me.id}/notification-rules`)).status).toBe(404);
  });

  it('are a gap in the coverage where somebody on call would be sent nothing', async () => {
    const { api } = await makeOrganization(server);
    const { people } = await staffTeam(api, 'Payments', [
      { people: ['Ada'], settings: { repeats: 1 } },
    ]);
    const path = `/user/${people.Ada?.id}/notification-rules`;
    const found = async (body: object) => {
      const set = await api.put(path, body);
      expect(set.status, set.text).toBe(200);
      const { findings } = (await api.get('/coverage')).body as {
        findings: Record<string, unknown>[];
      };
      return findings
        .filter(({ kind }) => kind === 'RuleSendsNothing' || kind === 'PersonUnreachable')
        .map(({ kind, level, severities, start, end }) => [kind, level, severities, start, end]);
    };
    expect(await found({ ...rules, quietHours: { hours: nights } })).toEqual([]);
    const [start, end] = ['2026-03-19T22:00:00.000Z', '2026-03-20T07:00:00.000Z'];
    const atNight = { hours: nights, steps: [{ channel: 'SMS', afterMinutes: 0 }] };
    expect(await found({ ...rules, rules: [atNight] })).toEqual([
      ['RuleSendsNothing', 'Gap', ['Critical', 'Warning', 'Minor'], start, end],
    ]);
    expect(
      await found({ ...rules, rules: [{ ...atNight, severities: ['Minor'], steps: [] }] }),
    ).toEqual([['RuleSendsNothing', 'Hint', ['Minor'], start, end]]);
    expect(await found({ ...rules, quietHours: { hours: nights, alsoCritical: true } })).toEqual([
      ['RuleSendsNothing', 'Gap', ['Critical'], start, end],
    ]);
  });
});
