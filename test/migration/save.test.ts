import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ImportFlags, runImport } from '../../src/cli/import-command.ts';
import type { ImportJson } from '../../src/cli/import-json.ts';
import { goalert } from '../../src/migration/products/goalert/product.ts';
import { ilert } from '../../src/migration/products/ilert/product.ts';
import { oncall } from '../../src/migration/products/oncall/product.ts';
import { opsgenie } from '../../src/migration/products/opsgenie/product.ts';
import { pagerduty } from '../../src/migration/products/pagerduty/product.ts';
import { goalertKey, says, startFakeGoalert } from './fake-goalert.ts';
import { ilertKey, startFakeIlert } from './fake-ilert.ts';
import { oncallKey, startFakeOncall } from './fake-oncall.ts';
import { opsgenieKey, startFakeOpsgenie } from './fake-opsgenie.ts';
import { pagerdutyKey, startFakePagerduty } from './fake-pagerduty.ts';
import { type Fake, json } from './fake-product.ts';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-save-'));
const fakes = new Map<string, Fake>();
const keys: Record<string, string> = {
  opsgenie: opsgenieKey,
  pagerduty: pagerdutyKey,
  oncall: oncallKey,
  goalert: goalertKey,
  ilert: ilertKey,
};
let runs = 0;

beforeAll(async () => {
  fakes.set('opsgenie', await startFakeOpsgenie());
  fakes.set('pagerduty', await startFakePagerduty());
  fakes.set('oncall', await startFakeOncall());
  fakes.set('goalert', await startFakeGoalert());
  fakes.set('ilert', await startFakeIlert());
});
afterEach(() => {
  for (const { faults } of fakes.values()) faults.length = 0;
});
afterAll(async () => {
  for (const fake of fakes.values()) await fake.stop();
  rmSync(folder, { recursive: true });
});

function fake(name: string): Fake {
  const found = fakes.get(name);
  if (found === undefined) throw new Error(`There is no fake ${name}.`);
  return found;
}

interface Run {
  flags?: Partial<ImportFlags>;
  env?: NodeJS.ProcessEnv;
  startsAt?: string;
  isWithoutUrl?: boolean;
}

/** Runs the command with a clock that only waiting moves. */
async function save(
  name: string,
  { flags, env, startsAt = '2026-03-01T12:00:00Z', isWithoutUrl = false }: Run = {},
) {
  runs += 1;
  const file = join(folder, `${runs}.json`);
  const waits: number[] = [];
  let elapsed = 0;
  const printed: string[] = [];
  let exitCode: number | null = null;
  let thrown = '';
  const terminal = {
    print: (text: string) => void printed.push(text),
    env: env ?? { TOCSIN_IMPORT_KEY: keys[name] },
    columns: 80,
    exitWith(code: number) {
      exitCode = code;
    },
  };
  try {
    const url = isWithoutUrl ? {} : { url: fake(name).url };
    await runImport(name, { api: true, save: file, ...url, ...flags }, terminal, {
      fetch,
      time: {
        now: () => new Date(Date.parse(startsAt) + elapsed),
        elapsed: () => elapsed,
        async sleep(milliseconds) {
          waits.push(milliseconds);
          elapsed += milliseconds;
        },
        jitter: () => 0,
      },
      askKey: async () => null,
      ask: async () => null,
      input: Readable.from([]),
      showProgress: () => undefined,
      user: 'ada',
    });
  } catch (error) {
    thrown = error instanceof Error ? error.message : String(error);
  }
  const path = flags?.save ?? file;
  return {
    file: path,
    exitCode,
    thrown,
    output: printed.join('\n'),
    /** The output, wherever its lines end. */
    said: printed.join(' ').replaceAll(/\s+/g, ' '),
    waits,
    elapsed,
    saved: () => JSON.parse(readFileSync(path, 'utf8')) as SavedFile,
  };
}

interface SavedFile {
  format: string;
  product: string;
  savedBy: string;
  kinds: Record<string, { state: string; answers?: { of: string[]; objects: unknown[] }[] }>;
}

const statesOf = ({ kinds }: SavedFile) => Object.values(kinds).map(({ state }) => state);
const files = () => readdirSync(folder).length;

describe.each([opsgenie, pagerduty])('$displayName', ({ name, kinds }) => {
  it('is saved whole: every kind of the table, every page, and every member', async () => {
    const { exitCode, saved, output, file } = await save(name);
    expect([exitCode, output]).toEqual([0, expect.stringContaining('Turn it into Terraform:')]);
    expect(Object.keys(saved().kinds)).toEqual(kinds.map((kind) => kind.name));
    expect(new Set(statesOf(saved()))).toEqual(new Set(['whole']));
    expect(saved().kinds.users?.answers?.[0]?.objects).toHaveLength(3);
    expect(saved()).toMatchObject({ format: 'tocsin-import/1', product: name });
    expect(saved().savedBy).toMatch(/^ada, tocsin \d/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('prints what was saved as JSON, without the key', async () => {
    const key = keys[name] ?? '';
    const message = `${key} may not`;
    fake(name).faults.push([/teams\?|teams$/, json(403, { message, error: { message } })]);
    const { output, file, exitCode } = await save(name, { flags: { json: true } });
    const printed = JSON.parse(output) as ImportJson;
    expect(printed).toMatchObject({ product: name, exitCode, refused: null, imported: null });
    expect(exitCode).toBe(3);
    expect(printed.saved?.file).toBe(file);
    const kindNamed = (kind: string) => printed.saved?.kinds.find((one) => one.kind === kind);
    expect(kindNamed('users')).toMatchObject({ state: 'whole', objects: 3, why: null });
    expect(kindNamed('teams')).toMatchObject({ state: 'notReadable', objects: null });
    expect(kindNamed('teams')?.why).toContain('(the key of this run) may not');
    expect(output).not.toContain(key);
  });

  it('is saved as the same bytes twice, apart from the time', async () => {
    const [first, second] = [
      await save(name),
      await save(name, { startsAt: '2026-03-01T13:00:00Z' }),
    ];
    const texts = [first, second].map(({ file }) => readFileSync(file, 'utf8').split('\n'));
    const differing = texts[0]?.filter((line, at) => line !== texts[1]?.[at]);
    expect(differing).toEqual([expect.stringContaining('"savedAt"')]);
  });

  it('prints no line wider than the terminal, and no key, also none that is answered', async () => {
    const key = keys[name] ?? '';
    fake(name).faults.push(
      [
        /teams\?|teams$/,
        json(403, { message: `${key} may not`, error: { message: `${key} may not` } }),
      ],
      [
        /services/,
        json(400, { message: `${key} is wrong`, error: { message: `${key} is wrong` } }),
      ],
    );
    const { output, said, file, exitCode } = await save(name);
    expect(exitCode).toBe(1);
    expect(output.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(output + readFileSync(file, 'utf8')).not.toContain(key);
    expect(said).toContain('(the key of this run) may not');
  });

  it('ends at once when the key is unknown, names the other region and leaves no file', async () => {
    const before = files();
    const asked = fake(name).received.length;
    const wrong = 'another-key-that-is-long';
    const { thrown, exitCode } = await save(name, { env: { TOCSIN_IMPORT_KEY: wrong } });
    expect(thrown).toMatch(/does not know the key \(401.*--url https:\/\/api\./);
    expect([exitCode, files(), fake(name).received.length]).toEqual([null, before, asked + 1]);
  });

  it('goes on without a kind that the key may not read, and without what hangs on it', async () => {
    fake(name).faults.push([/\/teams[?]|\/teams$/, json(403, { message: 'Forbidden' })]);
    const { exitCode, output, said, saved } = await save(name);
    expect(exitCode).toBe(3);
    const lacking = Object.entries(saved().kinds).filter(
      ([, { state }]) => state === 'notReadable',
    );
    expect(lacking.map(([kind]) => kind)).toContain('teams');
    expect(lacking.every(([, kind]) => kind.answers === undefined)).toBe(true);
    expect(lacking.length).toBeGreaterThan(1);
    expect(output).toMatch(/- teams: not readable\. .* answers 403/);
    expect(said).toContain('The key needs');
    // One line says it, not one for each kind that hangs on it.
    expect(output.match(/^- /gm)).toHaveLength(1);
  });

  it('keeps no half of a list that breaks off', async () => {
    fake(name).faults.push([/users\?.*offset=2/, json(400, { message: 'Bad offset' })]);
    const { exitCode, output, saved } = await save(name);
    expect(exitCode).toBe(1);
    expect(saved().kinds.users).toEqual({
      ...saved().kinds.users,
      state: 'failed',
      answers: undefined,
    });
    expect(output).toContain('The list breaks off after 2: 400');
    expect(statesOf(saved()).filter((state) => state === 'whole').length).toBeGreaterThan(5);
  });

  it('takes no list whose total does not add up, or that names an object twice', async () => {
    const body = (ids: string[]) => {
      const objects = ids.map((id) => ({ id }));
      return { data: objects, totalCount: 3, users: objects, total: 3, more: false };
    };
    fake(name).faults.push([/\/users\?/, json(200, body(['a', 'b']))]);
    expect((await save(name)).output).toContain('There are 3, and the pages have 2');
    fake(name).faults.push([/\/users\?/, json(200, body(['a', 'b', 'a']))]);
    expect((await save(name)).output).toContain('a is there twice');
  });

  it('hands its key to nobody whom it is redirected to', async () => {
    const other = name === 'opsgenie' ? 'pagerduty' : 'opsgenie';
    const asked = fake(other).received.length;
    fake(name).faults.push([/./, { status: 302, headers: { location: fake(other).url } }]);
    const { thrown } = await save(name);
    expect(thrown).toContain('which would hand the key on');
    expect(fake(other).received).toHaveLength(asked);
  });

  it('waits as long as a 429 says, and goes on', async () => {
    let refusals = 2;
    fake(name).faults.push([
      /\/services\?/,
      () => (refusals-- > 0 ? json(429, {}, { 'retry-after': '90' }) : null),
    ]);
    const { exitCode, waits } = await save(name);
    expect(exitCode).toBe(0);
    expect(waits.filter((wait) => wait >= 90_000)).toEqual([90_000, 90_000]);
  });

  it('gives up after ten minutes without an answer, once', async () => {
    fake(name).faults.push([/./, json(503, {})]);
    const before = files();
    const { exitCode, elapsed, said } = await save(name);
    expect(exitCode).toBe(1);
    expect(files()).toBe(before);
    expect(elapsed).toBeGreaterThan(500_000);
    expect(elapsed).toBeLessThan(700_000);
    expect(said).toContain('No answer within 10 minutes');
    expect(said).toContain('Nothing was read, so nothing was saved.');
  });
});

it('asks Opsgenie five times a second at most, and PagerDuty not before its budget is new', async () => {
  const before = fake('opsgenie').received.length;
  const { elapsed } = await save('opsgenie');
  const requests = fake('opsgenie').received.length - before;
  expect(requests).toBeGreaterThan(30);
  expect(elapsed).toBeGreaterThanOrEqual((requests - 1) * 200 - 1);
  fake('opsgenie').faults.push([
    /heartbeats/,
    () => {
      fake('opsgenie').faults.length = 0;
      return json(429, {}, { 'x-ratelimit-period-in-sec': '60' });
    },
  ]);
  expect((await save('opsgenie')).waits).toContain(60_000);
  const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '37' };
  fake('pagerduty').faults.push([/priorities/, json(200, { priorities: [] }, headers)]);
  expect((await save('pagerduty')).waits).toContain(37_000);
});

it('reads lists of PagerDuty that end at 10,000 team by team, and says when somebody is in no team', async () => {
  let total = 10_001;
  const page = (ids: string[], more: boolean) =>
    json(200, {
      users: ids.map((id) => ({ id })),
      limit: 9_999,
      offset: 0,
      more,
      total: more ? total : ids.length,
    });
  const idsOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `U${from + at}`);
  fake('pagerduty').faults.push(
    [/\/users\/U/, json(200, { oncall_handoff_notification_rules: [] })],
    [/\/users\?/, page(idsOf(0, 2), true)],
    [/\/users\?.*team_ids%5B%5D=TSHOP/, page(idsOf(0, 6_000), false)],
    [/\/users\?.*team_ids%5B%5D=TPAY/, page(idsOf(5_000, 5_001), false)],
    // Ten thousand more requests would prove nothing.
    [/oncall_handoff/, json(403, {})],
  );
  const whole = await save('pagerduty');
  expect(whole.saved().kinds.users?.answers?.[0]?.objects).toHaveLength(10_001);
  total = 10_002;
  fake('pagerduty').faults.push([/\/users\?(?!.*team_ids)/, page(idsOf(0, 2), true)]);
  expect((await save('pagerduty')).said).toContain('give the others a team');
});

it('keeps members that nobody has heard of, and follows a link to the next page on its own host', async () => {
  const { saved } = await save('opsgenie');
  expect(saved().kinds.roles?.answers).toEqual([
    {
      of: [],
      objects: [{ id: 'r1', name: 'Auditor', aFutureMember: { of: ['any', 'shape', 1.5, null] } }],
    },
  ]);
  expect(fake('opsgenie').received.map(({ path }) => path)).toContain('/v2/users?limit=2&offset=2');
  expect(
    saved().kinds['integration-actions']?.answers?.map(({ of, objects }) => [of, objects.length]),
  ).toEqual([
    [['i1'], 1],
    [['i2'], 0],
  ]);
});

it('leaves a saved file as it is when another run fails in part', async () => {
  const { file } = await save('opsgenie');
  const whole = readFileSync(file, 'utf8');
  fake('opsgenie').faults.push([/escalations/, json(400, {})]);
  const again = await save('opsgenie', { flags: { save: file, force: true } });
  expect([again.exitCode, again.said]).toEqual([
    1,
    expect.stringContaining(`${file}.incomplete has`),
  ]);
  expect(readFileSync(file, 'utf8')).toBe(whole);
});

describe('Grafana OnCall', () => {
  it('is saved whole from its own address: every kind and every page', async () => {
    const { exitCode, saved, waits } = await save('oncall');
    expect(exitCode).toBe(0);
    expect(Object.keys(saved().kinds)).toEqual(oncall.kinds.map((kind) => kind.name));
    expect(new Set(statesOf(saved()))).toEqual(new Set(['whole']));
    expect(saved().kinds.users?.answers?.[0]?.objects).toHaveLength(3);
    // A link names the host that the server has inside: only its parameters count.
    expect(fake('oncall').received.map(({ path }) => path)).toContain('/api/v1/users/?page=2');
    expect(Math.max(...waits)).toBeLessThanOrEqual(1000);
  });

  it('keeps no half of a list, and goes on without a kind that the key may not read', async () => {
    fake('oncall').faults.push(
      [/users\/\?page=2/, json(400, { detail: 'Invalid page.' })],
      [/webhooks/, json(403, { detail: 'You do not have permission.' })],
    );
    const { exitCode, said, saved } = await save('oncall');
    expect(exitCode).toBe(1);
    expect(saved().kinds.users?.state).toBe('failed');
    expect(saved().kinds.outgoing_webhooks?.state).toBe('notReadable');
    expect(said).toContain('The list breaks off after 2: 400: Invalid page.');
    expect(said).toContain('You do not have permission.');
  });

  it('takes no key for too weak because somebody was deleted while it read', async () => {
    fake('opsgenie').faults.push([/users\/cleo\?/, json(404, { message: 'No user exists' })]);
    const { exitCode, said, saved } = await save('opsgenie');
    expect([exitCode, saved().kinds['user-details']?.state]).toEqual([1, 'failed']);
    expect(said).toContain('user-details: failed. /v2/users/cleo answers 404: No user exists');
    expect(said).not.toContain('The key needs');
  });

  it('keeps calendars that are elsewhere, which never see the key, and says why one is lacking', async () => {
    const { faults, received, url } = fake('oncall');
    const address = (name: string) => `${url}/elsewhere/${name}.ics`;
    const schedule = { id: 'S1', name: 'Shop', type: 'ical', ical_url_primary: address('shop') };
    faults.push(
      [
        /schedules\/\?/,
        json(200, {
          next: null,
          results: [
            schedule,
            { ...schedule, id: 'S2', ical_url_primary: null, ical_url_overrides: address('gone') },
          ],
        }),
      ],
      [/S2\/final_shifts/, json(404, {})],
      [/elsewhere\/shop/, { status: 200, body: 'BEGIN:VCALENDAR' }],
      [/elsewhere\/gone/, json(404, {})],
    );
    const { exitCode, saved } = await save('oncall');
    expect(exitCode).toBe(0);
    expect(saved().kinds.calendars?.answers).toEqual([
      {
        of: ['S1'],
        objects: [{ id: 'ical_url_primary', member: 'ical_url_primary', text: 'BEGIN:VCALENDAR' }],
      },
      {
        of: ['S2'],
        objects: [
          { id: 'ical_url_overrides', member: 'ical_url_overrides', why: 'it answers 404' },
        ],
      },
    ]);
    const asked = received.filter(({ path }) => path.startsWith('/elsewhere/'));
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    expect(saved().kinds.final_shifts?.answers?.map(({ objects }) => objects.length)).toEqual([
      1, 0,
    ]);
  });

  it('says that its address is needed, and of an unknown key no other one', async () => {
    const without = await save('oncall', { isWithoutUrl: true });
    expect([without.exitCode, without.said]).toEqual([2, expect.stringContaining('add --url')]);
    const { thrown } = await save('oncall', {
      env: { TOCSIN_IMPORT_KEY: 'another-key-that-is-long' },
    });
    expect(thrown).toMatch(/does not know the key \(401: Could not authenticate\)\.$/);
  });
});

describe('GoAlert', () => {
  it('is saved whole from its own address: every operation of the one query, and every page', async () => {
    const { exitCode, saved } = await save('goalert');
    expect(exitCode).toBe(0);
    expect(Object.keys(saved().kinds)).toEqual(goalert.kinds.map((kind) => kind.name));
    expect(new Set(statesOf(saved()))).toEqual(new Set(['whole']));
    expect(saved().kinds.users?.answers?.[0]?.objects).toHaveLength(3);
    expect(saved().kinds.services?.answers?.[0]?.objects).toEqual([
      { id: 'V1', name: 'Shop', aFutureMember: [1.5, null] },
    ]);
    const variables = fake('goalert').received.map(
      ({ body }) => JSON.parse(String(body)).variables,
    );
    expect(variables.slice(0, 2)).toEqual([{}, { after: '2' }]);
  });

  it('keeps no half of a list, and goes on without a kind that the key may not read', async () => {
    fake('goalert').faults.push(
      [/^Users 2/, says('context deadline exceeded')],
      [/^Services/, says('access denied: must be admin', { services: null })],
    );
    const { exitCode, said, saved } = await save('goalert');
    expect(exitCode).toBe(1);
    expect(saved().kinds.users?.state).toBe('failed');
    expect(saved().kinds.services?.state).toBe('notReadable');
    expect(said).toContain('The list breaks off after 2: 400: context deadline exceeded.');
    expect(said).toContain(
      'Services answers 403: access denied: must be admin. The key needs the role Admin',
    );
  });

  it('takes nothing of an answer that has errors beside some data, and waits as long as a 429 says', async () => {
    let refusals = 1;
    fake('goalert').faults.push(
      [/^Rotations/, says('internal', { rotations: { nodes: [], pageInfo: {} } })],
      [/^Schedules/, () => (refusals-- > 0 ? json(429, {}, { 'retry-after': '90' }) : null)],
    );
    const { saved, waits } = await save('goalert');
    expect(saved().kinds.rotations?.state).toBe('failed');
    expect(saved().kinds.schedules?.state).toBe('whole');
    expect(waits.filter((wait) => wait >= 90_000)).toEqual([90_000]);
  });

  it('ends at once when the key is unknown or was made for another query, and says what to do', async () => {
    const unknown = await save('goalert', {
      env: { TOCSIN_IMPORT_KEY: 'another-key-that-is-long' },
    });
    expect(unknown.thrown).toMatch(/does not know the key \(401: unauthorized\)\.$/);
    const asked = fake('goalert').received.length;
    fake('goalert').faults.push([/./, says('wrong query for API key')]);
    const { thrown } = await save('goalert');
    expect(thrown).toContain('make one with the query of docs/migration/goalert.md');
    expect(fake('goalert').received).toHaveLength(asked + 1);
    const without = await save('goalert', { isWithoutUrl: true });
    expect(without.said).toContain('add --url https://goalert.example.com');
  });
});

describe('ilert', () => {
  it('is saved whole: every kind, pages by index and by cursor, and what hangs on an object', async () => {
    const { exitCode, saved, elapsed } = await save('ilert');
    expect(exitCode).toBe(0);
    expect(Object.keys(saved().kinds)).toEqual(ilert.kinds.map((kind) => kind.name));
    expect(new Set(statesOf(saved()))).toEqual(new Set(['whole']));
    expect(saved().kinds.users?.answers?.[0]?.objects).toHaveLength(3);
    expect(saved().kinds['heartbeat-monitors']?.answers?.[0]?.objects).toHaveLength(3);
    expect(saved().kinds['user-emails']?.answers?.map(({ of }) => of)).toEqual([
      ['1'],
      ['2'],
      ['3'],
    ]);
    expect(saved().kinds['alert-source-details']?.answers).toEqual([
      { of: ['12'], objects: [{ id: 12, name: 'Shop', aFutureMember: [1.5, null] }] },
    ]);
    const requests = fake('ilert').received.map(({ path }) => path);
    expect(requests).toContain('/api/users?start-index=2&max-results=100');
    expect(requests).toContain('/api/heartbeat-monitors?max-results=200&cursor=2');
    // Two a second at most.
    expect(elapsed).toBeGreaterThanOrEqual((requests.length - 1) * 500 - 1);
  });

  it('keeps no half of a list, goes on without what the key may not read, and waits where it is asked to', async () => {
    let refusals = 1;
    fake('ilert').faults.push(
      [/users\?start-index=2/, json(400, { message: 'Bad index' })],
      [/teams/, json(403, { message: 'Forbidden' })],
      [/schedules\?/, () => (refusals-- > 0 ? json(429, {}, { 'retry-after': '90' }) : null)],
    );
    const { exitCode, said, saved, waits } = await save('ilert');
    expect(exitCode).toBe(1);
    expect(saved().kinds.users?.state).toBe('failed');
    expect(saved().kinds['user-emails']?.state).toBe('failed');
    expect(saved().kinds.teams?.state).toBe('notReadable');
    expect(saved().kinds.schedules?.state).toBe('whole');
    expect(said).toContain('The list breaks off after 2: 400: Bad index.');
    expect(said).toContain('The key needs to be a key of an Admin');
    expect(waits.filter((wait) => wait >= 90_000)).toEqual([90_000]);
  });

  it('takes no list that names an object twice, also by a number', async () => {
    fake('ilert').faults.push([/escalation-policies/, json(200, [{ id: 9 }])]);
    expect((await save('ilert')).said).toContain('9 is there twice');
  });
});

describe('a wrong call', () => {
  it.each([
    ['without a key', { env: {} }, 'Set TOCSIN_IMPORT_KEY'],
    ['with half of a key', { env: { TOCSIN_IMPORT_KEY: 'abc' } }, 'too short'],
    ['without encryption', { flags: { url: 'http://api.example.com' } }, 'without encryption'],
    [
      'with a folder that is not there',
      { flags: { save: join(folder, 'no/file.json') } },
      'no folder',
    ],
  ] as [string, Run, string][])('%s asks nobody', async (_, run, said) => {
    const asked = fake('opsgenie').received.length;
    const { exitCode, output } = await save('opsgenie', run);
    expect([exitCode, output]).toEqual([2, expect.stringContaining(said)]);
    expect(fake('opsgenie').received).toHaveLength(asked);
  });

  it('does not overwrite a file, unless it is told to', async () => {
    const file = join(folder, 'there.json');
    writeFileSync(file, 'mine');
    chmodSync(file, 0o644);
    expect((await save('opsgenie', { flags: { save: file } })).exitCode).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await save('opsgenie', { flags: { save: file, force: true } })).exitCode).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
