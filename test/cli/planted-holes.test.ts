import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snakeCase } from '../../cdktf-provider/rest/names.ts';
import { addFactsCommand } from '../../src/cli/facts-command.ts';
import { addProveCommand } from '../../src/cli/prove-command.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';

/**
 * Configurations with one hole each, put in on purpose, in each way in which `tocsin prove` may be asked: what a server
 * has, what a plan would set up there, and both without the server.
 */

type Value = string | number | boolean | null | Value[] | { [member: string]: Value };

/** An object of code; `wire` is what the API takes, in which `ref` names another object of the same code. */
interface Coded {
  type: string;
  path: string;
  wire: { [member: string]: Value };
}

interface People {
  teamId: string;
  ada: string;
  bo: string;
  /** Who is suspended. */
  cy: string;
}

const ref = (type: string) => `ref ${type}`;
const referred = (value: Value) => /^ref (.*)$/.exec(String(value))?.[1];

/** The schedule whose people the one step of the policy tells, and where incidents come from. */
function code(
  { teamId, ada }: People,
  given: { layer?: object; step?: object; policy?: object; integration?: object } = {},
): Coded[] {
  const owned = { teamId };
  return [
    {
      type: 'tocsin_schedule',
      path: '/on-call-schedule',
      wire: {
        ...{ displayName: 'Primary', ...owned, timeZoneId: 'Europe/Berlin' },
        layers: [{ groups: [{ userIds: [ada] }], ...given.layer }],
      },
    },
    {
      type: 'tocsin_escalation_policy',
      path: '/escalation-policy',
      wire: {
        ...{ displayName: 'Usual', ...owned, isDefault: true },
        steps: [
          { targets: [{ scheduleId: ref('tocsin_schedule'), pick: 'onCall' }], ...given.step },
        ],
        ...given.policy,
      },
    },
    {
      type: 'tocsin_integration',
      path: '/inbound-integration',
      wire: { displayName: 'Probe', ...owned, type: 'Webhook', ...given.integration },
    },
  ];
}

interface Hole {
  code(people: People): Coded[];
  /** The first instant at which somebody who should be told is not; left out: by the day on which the test runs. */
  first?: Date;
  /** The address of what has the hole. */
  where: string;
  /** A part of what is said of it. */
  says?: string;
}

/** As offline, where there is no other clock. */
const now = new Date();
/** On the hour. */
const day = (count: number) => {
  const at = new Date(now.getTime() + count * 86_400_000);
  at.setUTCMinutes(0, 0, 0);
  return at.toISOString();
};
/** The last instant of which a message within five minutes comes too late, a moment before that. */
const justBefore = (moment: string) => new Date(Date.parse(moment) - 30_000);
const policy = 'tocsin_escalation_policy.core';
const schedule = 'tocsin_schedule.core';

const holes: Record<string, Hole> = {
  'a rotation that ends': {
    code: (people) => code(people, { layer: { endsAt: day(7) } }),
    first: justBefore(day(7)),
    where: schedule,
  },
  'a weekend that nobody has': {
    code: (people) =>
      code(people, {
        layer: { hours: [{ fromDay: 'mon', from: '08:00', untilDay: 'sat', until: '08:00' }] },
      }),
    where: schedule,
  },
  'an hour of a night that nobody has': {
    code: (people) =>
      code(people, {
        layer: { hours: [{ fromDay: 'sun', from: '03:00', untilDay: 'sun', until: '02:00' }] },
      }),
    where: schedule,
  },
  'a step that waits longer than the guarantee': {
    code: (people) => code(people, { step: { afterMinutes: 10 } }),
    where: policy,
  },
  'a step that is not for the severity': {
    code: (people) => code(people, { step: { severities: ['Minor'] } }),
    where: policy,
  },
  'a policy that resolves before its step': {
    code: (people) =>
      code(people, { step: { afterMinutes: 4 }, policy: { resolvesAfterMinutes: 3 } }),
    where: policy,
  },
  'a turn of people who are suspended': {
    code: (people) => code({ ...people, ada: people.cy }),
    where: policy,
  },
  'an absence of everybody in a layer': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_on_call_override',
        path: '/on-call-override',
        wire: { userId: people.ada, type: 'offline', start: day(3), end: day(4) },
      },
    ],
    first: justBefore(day(3)),
    where: 'tocsin_on_call_override.core',
    says: `the override of ada that begins ${inBerlin(new Date(day(3)))
      .replaceAll(',', '')
      .replace(/ \d{4} /, ' ')}.`,
  },
  'days by hand with a shift left out': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_temporary_schedule',
        path: '/temporary-schedule',
        wire: {
          ...{ scheduleId: ref('tocsin_schedule'), start: day(3), end: day(5) },
          shifts: [{ userIds: [people.ada], start: day(3), end: day(4) }],
        },
      },
    ],
    first: justBefore(day(4)),
    where: 'tocsin_temporary_schedule.core',
  },
  'quiet hours of the only one who is told': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_user_notification_rules',
        path: `/user/${people.ada}/notification-rules`,
        wire: {
          ...{ rules: [], otherwise: null },
          quietHours: { hours: [{ from: '22:00', until: '07:00' }], alsoCritical: true },
        },
      },
    ],
    where: 'tocsin_user_notification_rules.core',
  },
  'support hours with a gap': {
    code: (people) => [
      ...code(people, {
        step: { urgencies: ['High'] },
        integration: {
          urgencySettings: {
            ...{ type: 'supportHours', supportHoursId: ref('tocsin_support_hours') },
            ...{ during: 'High', outside: 'Low' },
          },
        },
      }),
      {
        type: 'tocsin_support_hours',
        path: '/support-hours',
        wire: {
          ...{ displayName: 'Office', teamId: people.teamId, timeZoneId: 'Europe/Berlin' },
          hours: [
            { from: '00:00', until: '12:00' },
            { from: '13:00', until: '00:00' },
          ],
        },
      },
    ],
    where: policy,
  },
  'a rule that is never reached, behind one that mutes': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_routing',
        path: '/routing',
        wire: {
          ...{ displayName: 'Rules', teamId: people.teamId },
          rules: [
            {
              conditions: {},
              actions: { ruleFlowControl: 'Skip' },
              channels: { notificationChannels: ['Email'] },
            },
            { conditions: {}, channels: { notificationChannels: ['SMS'] } },
          ],
        },
      },
    ],
    where: 'tocsin_routing.core',
  },
  'a silence that opens nothing': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_silence',
        path: '/silence',
        wire: {
          ...{ displayName: 'Works', teamId: people.teamId, effect: 'openNothing' },
          ...{ start: day(3), end: day(4) },
          matchers: [{ name: 'Host', operator: '!=', value: 'none' }],
        },
      },
    ],
    first: new Date(day(3)),
    where: 'tocsin_silence.core',
  },
};

let server: TestApp;
let folder: string;
beforeAll(async () => {
  server = await startTestApp({
    clock: now.toISOString(),
    env: {
      ...{ TOCSIN_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TOCSIN_TWILIO_AUTH_TOKEN: 'token' },
      ...{ TOCSIN_TWILIO_FROM: '+15550001000', TOCSIN_TWILIO_API_BASE: 'http://127.0.0.1:9' },
    },
  });
  folder = await mkdtemp(join(tmpdir(), 'holes-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

interface Place extends People {
  api: TestApp['api'];
  /** What a command prints, and its exit code. */
  tocsin(...args: string[]): Promise<string>;
}

const textsOnly = {
  ...{ shouldSendEmail: false, severitiesEmail: [], delayInMinEmail: 0 },
  ...{ shouldCallVoice: false, severitiesVoice: [], delayInMinVoice: 0 },
  ...{ shouldSendSMS: true, severitiesSMS: ['Critical'], delayInMinSMS: 0 },
  ...{ shouldSendPush: false, severitiesPush: [], delayInMinPush: 0 },
};
let numbers = 0;

/** An organization with people and nothing that tells them. */
async function place(): Promise<Place> {
  const { api, key } = await makeOrganization(server);
  const teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  const person = async (displayName: string) => {
    numbers += 1;
    const userId = await api.make('/user', {
      ...{ displayName, email: `${displayName}.${numbers}@example.com`, timeZoneId: 'UTC' },
      ...{ phoneNumber: `+49151${30_000_000 + numbers}`, incidentNotificationSettings: textsOnly },
    });
    await api.make('/team-membership', { userId, teamId, role: 'Member' });
    return userId;
  };
  const people = { ada: await person('ada'), bo: await person('bo'), cy: await person('cy') };
  expect((await api.post(`/user/${people.cy}/suspend`, {})).status).toBe(200);
  return { api, teamId, ...people, tocsin: (...args) => called(key, args) };
}

async function called(key: string, args: string[]): Promise<string> {
  const printed: string[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  const terminal = {
    env: { TOCSIN_ENDPOINT: server.app.url, TOCSIN_API_KEY: key },
    columns: 200,
    print: (text: string) => void printed.push(text),
    clear: () => {},
    exitWith: (code: number) => void printed.push(`(exit ${code})`),
  };
  addProveCommand(program, terminal);
  addFactsCommand(program, terminal);
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'file-')), name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Makes by the API what the code says, each after what it names. */
async function apply({ api }: Place, objects: readonly Coded[]): Promise<void> {
  const made = new Map<string, string>();
  const known = (value: Value): Value => {
    const type = referred(value);
    if (type !== undefined) return made.get(type) ?? '';
    if (Array.isArray(value)) return value.map(known);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, known(one)]));
  };
  const inOrder = objects.toSorted(
    (one, other) => Number(namesOf(one, other)) - Number(namesOf(other, one)),
  );
  for (const { type, path, wire } of inOrder)
    if (/notification-rules$/.test(path)) {
      const { status, text } = await api.put(path, wire);
      expect(status, text).toBe(200);
    } else made.set(type, await api.make(path, known(wire) as object));
}

const namesOf = ({ wire }: Coded, { type }: Coded) => JSON.stringify(wire).includes(ref(type));

/** What `terraform show -json` prints of a plan that makes these. */
function planOf(objects: readonly Coded[]): object {
  const given = objects.map(({ type, path, wire }) => {
    const userId = /^\/user\/(.*)\/notification-rules$/.exec(path)?.[1];
    return { type, values: userId === undefined ? wire : { userId, ...wire } };
  });
  return {
    format_version: '1.2',
    resource_changes: given.map(({ type, values }) => ({
      ...{ address: `${type}.core`, mode: 'managed', type, name: 'core' },
      provider_name: 'registry.terraform.io/tocsin/tocsin',
      change: {
        ...{ actions: ['create'], before: null, after: planned(values) },
        after_unknown: { id: true, ...(unknownIn(values) as object) },
      },
    })),
    configuration: {
      root_module: {
        resources: given.map(({ type, values }) => ({
          ...{ type, name: 'core' },
          expressions: Object.fromEntries(
            Object.entries(values).map(([name, value]) => [
              snakeCase(name),
              {
                references: [...new Set(refsIn(value))].flatMap((of) => [
                  `${of}.core.id`,
                  `${of}.core`,
                ]),
              },
            ]),
          ),
        })),
      },
    },
  };
}

function refsIn(value: Value): string[] {
  return [...JSON.stringify(value).matchAll(/"ref ([^"]*)"/g)].map(([, type]) => String(type));
}

/** As Terraform calls it, without what it does not know before it applies. */
function planned(value: Value): Value {
  if (Array.isArray(value)) return value.map(planned);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, one]) => referred(one) === undefined);
  return Object.fromEntries(members.map(([name, one]) => [snakeCase(name), planned(one)]));
}

function unknownIn(value: Value): Value {
  if (referred(value) !== undefined) return true;
  if (Array.isArray(value)) return value.map(unknownIn);
  if (value === null || typeof value !== 'object') return false;
  const members = Object.entries(value).map(
    ([name, one]) => [snakeCase(name), unknownIn(one)] as const,
  );
  return Object.fromEntries(members.filter(([, one]) => one !== false));
}

/** The code itself, a line for each member. */
function written(objects: readonly Coded[]): string {
  const text = (value: Value, indent: string): string => {
    const of = referred(value);
    if (of !== undefined) return `${of}.core.id`;
    const inner = `${indent}  `;
    if (Array.isArray(value))
      return `[\n${value.map((one) => `${inner}${text(one, inner)},\n`).join('')}${indent}]`;
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    const members = Object.entries(value);
    return `{\n${members.map(([name, one]) => `${inner}${snakeCase(name)} = ${text(one, inner)}\n`).join('')}${indent}}`;
  };
  return objects
    .map(({ type, wire }) => `resource "${type}" "core" ${text(wire, '')}\n`)
    .join('\n');
}

const guarantee = {
  ...{ displayName: 'Told', incidents: { severities: ['Critical'] }, horizonDays: 14 },
  // Administrators are mailed where nobody is on call.
  told: { withinMinutes: 5, channels: ['SMS'] },
};

/** Each way to ask, of what is not there yet and of what is. */
async function asked(objects: (people: People) => Coded[]) {
  const at = await place();
  const coded = objects(at);
  const source = written(coded);
  const main = await file('a.tf', source);
  const guarantees = ['prove', '--guarantees', await file('guarantees.json', [guarantee])];
  const plan = ['--plan', await file('plan.json', planOf(coded)), '--folder', join(main, '..')];
  const facts = join(main, '..', 'facts.json');
  await at.tocsin('facts', '--out', facts);
  const planned = await at.tocsin(...guarantees, ...plan);
  const offline = await at.tocsin(...guarantees, ...plan, '--offline', '--facts', facts);
  const alone = await at.tocsin(...guarantees, ...plan, '--offline');
  await apply(at, coded);
  const stored = await at.tocsin(...guarantees);
  await at.tocsin('facts', '--out', facts);
  const storedOffline = await at.tocsin(...guarantees, '--offline', '--facts', facts);
  return { source, planned, offline, alone, stored, storedOffline };
}

function inBerlin(at: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    'Europe/Berlin',
  );
  const part = (options: Intl.DateTimeFormatOptions) => local.toLocaleString('en', options);
  const time = local.toPlainTime().toString().slice(0, 5);
  return `${part({ weekday: 'short' })}, ${local.day} ${part({ month: 'short' })} ${local.year}, ${time}`;
}

/** The address of the resource in which a line is. */
function resourceAt(source: string, line: number): string {
  const heads = source.split('\n').slice(0, line);
  const head = heads.findLast((one) => one.startsWith('resource ')) ?? '';
  return [...head.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join('.');
}

describe('a hole that was put in on purpose', () => {
  it('is not there without one: the same holds in each way, and of the plan alone nothing is said to', async () => {
    const { alone, source: _, ...others } = await asked((people) => code(people));
    for (const [way, text] of Object.entries(others)) expect(text, way).toMatch(/^HOLDS {2}Told\n/);
    expect(alone).toMatch(/^NOT DECIDED|\(exit 3\)$/);
  });

  it.each(Object.entries(holes))(
    '%s is found in each way, where it is in code',
    async (_name, hole) => {
      const { source, alone, ...ways } = await asked(hole.code);
      expect(alone).not.toContain('HOLDS');
      expect(alone).toMatch(/\(exit [13]\)$/);
      for (const [way, text] of Object.entries(ways)) {
        expect(text, way).toMatch(/^(BROKEN|BREAKS) {2}Told\n[\s\S]*\(exit 1\)$/);
        if (hole.says) expect(text, way).toContain(hole.says);
        if (hole.first) expect(text, way).toContain(`first      ${inBerlin(hole.first)}`);
      }
      for (const text of [ways.planned, ways.offline]) {
        const places = [...text.matchAll(/a\.tf:(\d+) (\S+)/g)];
        expect(
          places.map(([, , address]) => address),
          text,
        ).toContain(hole.where);
        for (const [, line, address] of places)
          expect(resourceAt(source, Number(line))).toBe(address);
      }
    },
  );
});
