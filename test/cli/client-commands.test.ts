import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addClientCommands } from '../../src/cli/client-commands.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { webhookOf, webhookPathOf } from '../support/webhook.ts';

let server: TestApp;
let team: string;
let datadog: string;
beforeAll(async () => {
  server = await startTestApp({ clock: new Date().toISOString() });
  team = await server.api.make('/team', { displayName: 'T' });
  datadog = await make('Datadog');
});
afterAll(() => server.stop());

const make = (type: string) =>
  server.api.make('/inbound-integration', { displayName: type, teamId: team, type });

/** In this process: that `tocsin` has the commands is shown by tocsin.test.ts. */
async function tocsin(args: string[], signal?: AbortSignal): Promise<string> {
  const printed: string[] = [];
  const env = { TOCSIN_ENDPOINT: `${server.app.url}/`, TOCSIN_API_KEY: server.key };
  const program = new Command().exitOverride();
  addClientCommands(program, {
    env,
    columns: 80,
    print: (text) => void printed.push(text),
    clear: () => void printed.push('(cleared)'),
    exitWith: (code) => void printed.push(`(exit ${code})`),
    ...(signal ? { signal } : {}),
  });
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

const widest = (text: string) => Math.max(...text.split('\n').map((line) => [...line].length));

describe('tocsin setup', () => {
  it('says what to do in the tool, with the URL of the integration', async () => {
    const text = await tocsin(['setup', 'datadog', '--integration', datadog]);
    expect(text).toContain('Datadog (Datadog)');
    expect(text).toContain(await webhookPathOf(server.api, datadog));
    expect(text).toContain('"monitor_id": "$ALERT_ID"');
    expect(text).not.toMatch(/INTEGRATION_ID|INGEST_TOKEN/);
  });

  it('says of an unknown type that there is none', async () => {
    await expect(tocsin(['setup', 'NoSuchTool'])).rejects.toThrow('answers 404');
    expect(await tocsin(['setup', 'telnyx'])).toContain('Untested: No call of a live account');
    expect(await tocsin(['setup', 'twilio'])).not.toContain('Untested');
  });
});

describe('tocsin report', () => {
  it('shows the three reports as tables', async () => {
    const id = await server.api.make('/incident', {
      title: 'Reported',
      status: 'Resolved',
      severity: 'Minor',
      teamIds: [team],
    });
    expect(id).not.toBe('');
    const ofTeam = await tocsin(['report', 'incidents', '--team', team]);
    expect(ofTeam).toMatch(/^Incidents +1 +0 +-$/m);
    const ofAll = await tocsin(['report', 'incidents']);
    expect(ofAll).toMatch(/^TEAM +TOTAL/m);
    const day = new Date().toISOString().slice(0, 10);
    const days = ['--from', day, '--until', day];
    expect(await tocsin(['report', 'on-call', ...days])).toContain(`${day} to ${day}, counted up`);
    expect(await tocsin(['report', 'engagement', team, ...days])).toMatch(/^PERSON +ALERTED/m);
    await expect(
      tocsin(['report', 'incidents', '--from', '2026-02-30', '--until', '2026-03-01']),
    ).rejects.toThrow('From');
    for (const text of [ofTeam, ofAll]) expect(widest(text)).toBeLessThanOrEqual(100);
  });
});

describe('a sample that is sent', () => {
  it('opens an incident, is seen in both tables, and is resolved', async () => {
    const opened = await tocsin(['send', 'Datadog', 'open', '--integration', datadog]);
    const id = /^Opened: incident (\S+)$/.exec(opened)?.[1] ?? 'none';

    const incidents = await tocsin(['incidents', '--open']);
    expect(incidents).toMatch(new RegExp(`Disk is filling up.* ${id}$`, 'm'));
    expect(widest(incidents)).toBeLessThanOrEqual(80);
    const payloads = await tocsin(['payloads', datadog]);
    expect(payloads).toMatch(new RegExp(`Opened +[0-9a-f]{24} +${id}$`, 'm'));
    expect(widest(payloads)).toBeLessThanOrEqual(80);

    const url = await webhookOf(server, datadog);
    expect(await tocsin(['send', 'Datadog', 'resolve', '--to', url])).toBe(
      `Resolved: incident ${id}`,
    );
    expect(await tocsin(['incidents', '--open'])).toBe('No incidents.');
    expect(await tocsin(['incidents'])).toContain('resolved');
  });

  it.each([
    ['an unknown sample', ['send', 'Datadog', 'x', '--to', 'http://x'], 'use one of: '],
    ['an unknown type', ['send', 'NoSuchTool', 'open', '--to', 'http://x'], 'no integration type'],
    ['no target', ['send', 'Datadog', 'open'], '--to URL or --integration ID'],
  ])('%s is refused with what to do', async (_, args, message) => {
    await expect(tocsin(args)).rejects.toThrow(message);
  });
});

it('a title cannot steer the terminal', async () => {
  await server.api.make('/incident', {
    title: 'Fire\u001b[2J\nalarm',
    status: 'Open',
    severity: 'Minor',
    teamIds: [team],
  });
  const text = await tocsin(['incidents']);
  expect(text).not.toContain('\u001b');
  expect(text).toContain('Fire [2J alarm');
});

it('an integration that heard nothing says so', async () => {
  expect(await tocsin(['payloads', await make('Webhook')])).toBe('No payload is stored.');
});

it('watching shows a picture, and ends when it is told to', async () => {
  expect(await tocsin(['incidents', '--watch'], AbortSignal.abort())).toMatch(/^\(cleared\)\n/);
});

it('first-steps prints the lines again, with the key of the caller', async () => {
  const text = await tocsin(['first-steps']);
  expect(text).toContain(`X-Api-Key: ${server.key}`);
  expect(text).toContain(`${server.app.url}/api/public/v1/`);
});

it('a server that cannot be reached is named', async () => {
  const program = new Command().exitOverride();
  const env = { TOCSIN_ENDPOINT: 'http://127.0.0.1:9', TOCSIN_API_KEY: 'k' };
  addClientCommands(program, {
    env,
    columns: 80,
    print: () => {},
    clear: () => {},
    exitWith: () => {},
  });
  await expect(program.parseAsync(['incidents'], { from: 'user' })).rejects.toThrow(
    'http://127.0.0.1:9 cannot be reached',
  );
});

describe('tocsin incidents <action>', () => {
  it('acknowledges, comments, snoozes and resolves', async () => {
    const id = await server.api.make('/incident', {
      title: 'The till\u001b[2J is closed',
      status: 'Open',
      severity: 'Critical',
      teamIds: [team],
    });
    const act = (...args: string[]) => tocsin(['incidents', ...args]);
    expect(await act('ack', id)).toBe('Acknowledged: The till [2J is closed');
    expect(await act('comment', id, 'Keys are lost')).toContain('Commented: ');
    expect(await act('snooze', id, '--for', '8h')).toContain('Snoozed: ');
    server.clock.advance(30);
    const until = new Date(server.clock.now().getTime() + 8 * 3_600_000).toISOString();
    await act('snooze', id, '--until', until);
    const snoozed = async () => (await server.api.get(`/incident/search/${id}`)).body.snoozed;
    expect(await snoozed()).toEqual({ snoozedUntil: until });
    await act('snooze', id, '--until-resolved');
    expect(await snoozed()).toEqual({ snoozedUntil: null });
    expect(await act('resolve', id, '--message', 'Found them')).toContain('Resolved: ');
    const { body } = await server.api.get(`/incident/search/${id}`);
    const [last] = body.events as { message: string }[];
    expect(last?.message).toBe('Found them');
  });

  it.each([
    ['no length', [], 'one of --for TIME'],
    ['two', ['--for', '1h', '--until-resolved'], 'one of --for TIME'],
    ['no time', ['--for', 'long'], 'long is no time'],
    ['nothing of it', ['--for', '0h'], '0h is no time'],
  ])('snooze refuses %s', async (_, args, message) => {
    await expect(tocsin(['incidents', 'snooze', team, ...args])).rejects.toThrow(message);
  });
});

describe('tocsin silence', () => {
  it('is added, listed and ended', async () => {
    const added = await tocsin([
      ...['silence', 'add', 'Migration', '--team', team, '--for', '4h', '--reason', 'Disks'],
      ...['--match', 'Host = db-1', 'Load>=0.5', 'Title !contains disk is full'],
    ]);
    const id = /^Silence (\S+) until /.exec(added)?.[1] ?? 'none';
    const read = async () => (await server.api.get(`/silence/${id}`)).body;
    expect(await read()).toMatchObject({
      reason: 'Disks',
      matchers: [
        { name: 'Host', operator: '=', value: 'db-1' },
        { name: 'Load', operator: '>=', value: '0.5' },
        { name: 'Title', operator: '!contains', value: 'disk is full' },
      ],
    });
    const list = await tocsin(['silence', 'list']);
    expect(list).toContain('Migration');
    expect(list).toContain(id);
    expect(await tocsin(['silence', 'expire', id])).toBe(`Silence ${id} is over.`);
    expect(await tocsin(['silence', 'list'])).toBe('No silences.');
    expect(await tocsin(['silence', 'list', '--all'])).toContain('over');
    expect(await read()).toMatchObject({ displayName: 'Migration', reason: 'Disks' });
  });

  it('is ended without undoing what somebody saves meanwhile', async () => {
    const add = ['silence', 'add', 'Seen', '--team', team, '--for', '4h', '--match', 'Host = db-1'];
    const id = /^Silence (\S+) until /.exec(await tocsin(add))?.[1] ?? 'none';
    const path = `/silence/${id}`;
    const { body } = await server.api.get(path);
    const send = globalThis.fetch;
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (init?.method === 'PUT') {
        spy.mockRestore();
        await server.api.put(path, { ...body, reason: 'Added meanwhile' });
      }
      return send(url, init);
    });
    expect(await tocsin(['silence', 'expire', id])).toBe(`Silence ${id} is over.`);
    const after = (await server.api.get(path)).body;
    expect(after.reason).toBe('Added meanwhile');
    expect(Date.parse(String(after.end))).toBeLessThan(Date.parse(String(body.end)));
  });

  it('is not over between two of its times', async () => {
    const { body } = await server.api.get('/silence/search/list');
    const { id: _, ...again } = (body.silences as { id: string }[])[0] ?? { id: '' };
    await server.api.make('/silence', {
      ...again,
      displayName: 'Backups',
      start: '2026-01-01T00:00:00Z',
      end: '2031-01-01T00:00:00Z',
      recurrences: [
        { rule: 'FREQ=YEARLY', startsAt: '2027-02-01T02:00', minutes: 60, timeZoneId: 'UTC' },
      ],
    });
    expect(await tocsin(['silence', 'list'])).toMatch(/comes again 2027-02-01T02:00Z.*Backups/);
  });

  it.each([
    ['nothing to match', [], 'at least one matcher'],
    ['what is no condition', ['--match', 'Host'], 'Host is no condition'],
  ])('refuses %s', async (_, args, message) => {
    const add = ['silence', 'add', 'X', '--team', team, '--for', '1h', ...args];
    await expect(tocsin(add)).rejects.toThrow(message);
  });
});

describe('tocsin coverage', () => {
  it('says who would not be told, at 80 columns, with an exit code', async () => {
    const shared = await server.api.make('/team', { displayName: 'Shared\u001b[2J team' });
    const text = await tocsin(['coverage', '--team', shared]);
    expect(widest(text)).toBeLessThanOrEqual(80);
    expect(text).toContain(
      'Shared [2J team (UTC)\n  gap   The team has no escalation tiers: of its incidents only administrators\n        are told, of the team or else of the organization.',
    );
    expect(text).toMatch(/\n\nGaps: 1\.\n\(exit 1\)$/);
    const json = await tocsin(['coverage', '--json', '--team', shared]);
    expect(JSON.parse(json.replace('(exit 1)', ''))).toMatchObject({ isCovered: false });
    await server.api.make('/team-escalations', { teamId: shared, escalationTiers: [] });
    expect(await tocsin(['coverage', '--team', crypto.randomUUID()])).toMatch(
      /No gaps in the next 14 days\.$/,
    );
  });
});

describe('tocsin simulate', () => {
  it('says which rules would fire on an incident or a payload, and why others would not', async () => {
    await server.api.make('/routing', {
      displayName: 'Platform',
      teamId: team,
      rules: [
        {
          displayName: 'Test systems',
          conditions: { attributes: [{ name: 'Environment', operator: '=', value: 'a=b' }] },
          actions: { addInteraction: 'Resolved', delayActionsInMinutes: 5 },
        },
        { displayName: 'Minor ones', conditions: { severities: ['Minor'] }, actions: null },
      ],
    });
    const text = await tocsin([
      ...['simulate', '--team', team, '--title', 'Slow', '--severity', 'Critical'],
      ...['--attribute', 'Environment=a=b', '--at', '2026-03-01T22:00:00Z'],
    ]);
    expect(text.split('\n')).toEqual([
      'Slow: Critical, T',
      expect.stringMatching(/^FIRES +RULE +WHAT IT DOES, OR WHY NOT$/),
      expect.stringMatching(/^in 5 min +Test systems +Resolved\.$/),
      expect.stringMatching(/^no +Minor ones +The severity is Critical, not Minor\.$/),
      '',
      expect.stringMatching(/^AT +BY +TO +WHY, OR WHY NOT$/),
      expect.stringMatching(/^2026-03-01 22:00Z +Email +owner +not sent: E-mail is not configured/),
    ]);
    expect(widest(text)).toBeLessThanOrEqual(80);
    const sent = await tocsin(['send', 'Datadog', 'open', '--integration', datadog]);
    expect(sent).toMatch(/^(Opened|Updated)/);
    const stored = await tocsin(['payloads', datadog]);
    const payload = /[0-9a-f]{24}/.exec(stored)?.[0] ?? '';
    const played = await tocsin(['simulate', '--integration', datadog, '--payload', payload]);
    expect(played).toMatch(/^\S.*: (Critical|Warning|Minor|resolved), T\n/);
  });

  it('says what is wrong with what it was given', async () => {
    await expect(tocsin(['simulate', '--team', team, '--attribute', 'x'])).rejects.toThrow(
      'NAME=VALUE',
    );
    await expect(tocsin(['simulate'])).rejects.toThrow('answers 400');
  });
});

describe('tocsin notifications', () => {
  it('shows who was told, by which channel, and in full why somebody was not', async () => {
    const id = await server.api.make('/incident', {
      title: 'Till closed',
      status: 'Open',
      severity: 'Critical',
      teamIds: [team],
    });
    await server.app.jobs.runAll();
    const text = await tocsin(['notifications', '--incident', id]);
    expect(text).toMatch(
      /^AGE +CHANNEL +STATUS +TO +BECAUSE\n\d+s +Email +Dropped +o…@localhost +/,
    );
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/TOCSIN_SMTP_URL/);
    expect(widest(text)).toBeLessThanOrEqual(80);
    // Of the latest incident, where none is named; by then it is older.
    const withoutAge = (shown: string) => shown.replaceAll(/\d+s +/g, '');
    expect(withoutAge(await tocsin(['notifications']))).toBe(withoutAge(text));

    const { body } = await server.api.get(`/notification-log/search/list?IncidentId=${id}`);
    const [{ userId }] = body.notificationLogs as [{ userId: string }];
    expect(await tocsin(['notifications', '--user', userId])).toContain('Dropped');
    const other = await server.api.make('/user', { email: 'new@example.com' });
    expect(await tocsin(['notifications', '--user', other])).toMatch(/^Nobody has been told/);
  });
});

describe('--json', () => {
  it.each([
    ['incidents', ['incidents', '--all', '--open']],
    ['payloads', ['payloads', () => datadog]],
    ['notificationLogs', ['notifications']],
    ['incidents', ['simulate', '--title', 'x', '--team', () => team]],
    ['silences', ['silence', 'list', '--all']],
    ['findings', ['coverage', '--team', () => team]],
    ['callSessions', ['calls']],
    ['totals', ['calls', 'stats']],
  ] as const)('answers %s as the API does, for programs to read', async (member, args) => {
    const words = args.map((word) => (typeof word === 'string' ? word : word()));
    const [answer = ''] = (await tocsin([...words, '--json'])).split('\n(exit');
    expect(JSON.parse(answer)).toHaveProperty(member);
  });

  it('holds every page with --all, and what the first page says of those left out', async () => {
    const others = Array.from({ length: 101 }, (_, index) => `Paged ${index}`);
    for (const title of others)
      await server.api.make('/incident', {
        title,
        status: 'Open',
        severity: 'Minor',
        teamIds: [team],
      });
    const list = JSON.parse(await tocsin(['incidents', '--all', '--search', 'Paged', '--json']));
    expect(list.incidents).toHaveLength(others.length);
    expect(list.hasMore).toBe(false);
    const [first] = list.incidents;
    await tocsin(['incidents', 'snooze', first.id, '--until-resolved']);
    const left = JSON.parse(await tocsin(['incidents', '--all', '--open', '--json']));
    expect(left.leftOut).toEqual({ snoozed: 1, archived: 0 });
    expect(await tocsin(['incidents', '--open'])).toContain('Not shown: 1 snoozed.');
  });

  it('does not go with --watch', async () => {
    await expect(tocsin(['incidents', '--watch', '--json'])).rejects.toThrow('--watch alone');
  });
});
