import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wire } from '../../src/cli/api-connection.ts';
import { addFactsCommand } from '../../src/cli/facts-command.ts';
import { proofComment } from '../../src/cli/proof-comment.ts';
import { proofAsJunit, proofAsSarif } from '../../src/cli/proof-files.ts';
import { reportOf, withUndecided } from '../../src/cli/proof-report.ts';
import { exitCodeOf, proofText } from '../../src/cli/proof-text.ts';
import { addProveCommand } from '../../src/cli/prove-command.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let folder: string;
beforeAll(async () => {
  server = await sharedTestApp();
  folder = await mkdtemp(join(tmpdir(), 'prove-'));
  const teamId = await server.api.make('/team', { displayName: 'T', timeZoneId: 'Europe/Berlin' });
  await server.api.make('/inbound-integration', { displayName: 'Probe', teamId, type: 'Webhook' });
});
afterAll(() => rm(folder, { recursive: true }));

const nowhere = 'http://127.0.0.1:9';

async function tocsin(
  given: string[],
  endpoint = server.app.url,
  signal?: AbortSignal,
): Promise<string> {
  const args = /^(prove|facts)$/.test(given[0] ?? '') ? given : ['prove', ...given];
  const printed: string[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  const terminal: Terminal = {
    env: { TOCSIN_ENDPOINT: endpoint, TOCSIN_API_KEY: server.key },
    columns: 100,
    print: (text) => void printed.push(text),
    clear: () => {},
    exitWith: (code) => void printed.push(`(exit ${code})`),
    ...(signal ? { signal } : {}),
  };
  addProveCommand(program, terminal);
  addFactsCommand(program, terminal);
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

async function drafts(guarantees: unknown): Promise<string[]> {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, typeof guarantees === 'string' ? guarantees : JSON.stringify(guarantees));
  return ['--guarantees', file];
}

it('interrupted, it cancels the proof that it waits for', async () => {
  const asked: string[] = [];
  const id = crypto.randomUUID();
  const elsewhere = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    const run = { id, state: 'Waiting', ahead: 1, aheadStartedBy: null, results: [] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(run));
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const text = await tocsin([], `http://127.0.0.1:${port}`, AbortSignal.abort());
  elsewhere.close();
  expect(text).toMatch(new RegExp(`^Proof ${id} is cancelled\\.\n.*\n\\(exit 3\\)$`));
  expect(asked.at(-1)).toBe(`POST /api/public/v1/proof/${id}/cancel`);
});

describe('tocsin prove', () => {
  it('says that there is nothing to prove, which is no success unless that is allowed', async () => {
    expect(await tocsin([])).toBe('There are no guarantees.\n(exit 1)');
    expect(await tocsin(['--allow-empty'])).toBe('There are no guarantees.');
  });

  it('shows what breaks a guarantee, in the zone of the team', async () => {
    const given = {
      displayName: 'Told',
      incidents: { severities: ['Critical'] },
      told: { withinMinutes: 5 },
    };
    const text = await tocsin([...(await drafts([given])), '--days', '1']);
    expect(text).toMatch(/^BROKEN {2}Told\n {2}first {6}Mon, 2 Mar 2026, 11:00 Europe\/Berlin/);
    expect(text).toContain('incident   Critical of “Probe”\n');
    expect(text).toMatch(/\n {2}told {7}0 in time\n\(exit 1\)$/);
  });

  it('says what it was called wrongly with, and that a server does not answer', async () => {
    expect(await tocsin(['--guarantees', join(folder, 'none')])).toMatch(
      /cannot be read.*\n\(exit 2\)$/,
    );
    expect(await tocsin(await drafts({}))).toMatch(/has to be a list of guarantees\.\n\(exit 2\)$/);
    await expect(tocsin(['--days', '400'])).rejects.toThrow('Give a number from 1 to 366.');
    expect(await tocsin(await drafts([{ displayName: 'X' }]))).toMatch(
      /answers 400.*\n\(exit 4\)$/s,
    );
    expect(await tocsin([], 'http://127.0.0.1:9')).toMatch(/cannot be reached.*\n\(exit 4\)$/s);
  });
});

const told = { displayName: 'Told', incidents: {}, told: { withinMinutes: 5 } };

type PlannedResource = { type: string; after: object; unknown?: object; names?: object };

/** What `terraform show -json` prints of a plan that makes these, each called "core". */
function planWith(resources: readonly PlannedResource[]) {
  return {
    format_version: '1.2',
    resource_changes: resources.map(({ type, after, unknown = {} }) => ({
      ...{ address: `${type}.core`, mode: 'managed', type, name: 'core' },
      provider_name: 'registry.terraform.io/tocsin/tocsin',
      change: {
        ...{ actions: ['create'], before: null, after },
        after_unknown: { id: true, ...unknown },
      },
    })),
    configuration: {
      root_module: {
        resources: resources.map(({ type, after, names = {} }) => ({
          ...{ type, name: 'core' },
          expressions: {
            ...Object.fromEntries(Object.keys(after).map((name) => [name, {}])),
            ...Object.fromEntries(
              Object.entries(names).map(([name, of]) => [
                name,
                { references: [`${of}.core.id`, `${of}.core`] },
              ]),
            ),
          },
        })),
      },
    },
  };
}

/** An integration of a team that is made, too. */
function planOf(more: object = {}, unknown: object = {}) {
  return planWith([
    {
      type: 'tocsin_integration',
      after: { display_name: 'Planned', type: 'Webhook', ...more },
      ...{ unknown: { team_id: true }, names: { team_id: 'tocsin_team' } },
    },
    {
      type: 'tocsin_team',
      after: { display_name: 'New', time_zone_id: 'UTC', labels: ['new'] },
      ...{ unknown, names: { labels: 'local.labels' } },
    },
  ]);
}

/** The same with somebody in the team whom its policy tells. */
function planWithPerson(userId?: string, step: object = {}) {
  const { resource_changes: changes, configuration } = planWith([
    { type: 'tocsin_user', after: { display_name: 'Ada', email: 'ada@example.com' } },
    {
      type: 'tocsin_team_membership',
      after: { role: 'Administrator', ...(userId ? { user_id: userId } : {}) },
      unknown: { team_id: true, ...(userId ? {} : { user_id: true }) },
      names: { team_id: 'tocsin_team', ...(userId ? {} : { user_id: 'tocsin_user' }) },
    },
    {
      type: 'tocsin_escalation_policy',
      after: { display_name: 'All', is_default: true, steps: [{ ...step, targets: [{}] }] },
      unknown: { team_id: true, steps: [{ targets: [{ user_id: true }] }] },
      names: { team_id: 'tocsin_team', steps: 'tocsin_user' },
    },
  ]);
  const { resource_changes: first, configuration: same, ...plan } = planOf();
  const { resources } = configuration.root_module;
  return {
    ...plan,
    resource_changes: [...first, ...changes],
    configuration: { root_module: { resources: [...same.root_module.resources, ...resources] } },
  };
}

async function plan(content: unknown): Promise<string[]> {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return ['--plan', file];
}

describe('tocsin prove --plan', () => {
  it('is about what would be set up, and names files and lines', async () => {
    const code = join(folder, 'code');
    await mkdir(code);
    await writeFile(join(code, 'a.tf'), '\nresource "tocsin_integration" "core" {\n}\n');
    const guarantees = [{ ...told, incidents: { teamLabels: ['new'] } }];
    const args = [...(await drafts(guarantees)), ...(await plan(planOf())), '--days', '1'];
    expect(await tocsin(args)).toMatch(
      /\n {2}where {6}tocsin_integration\.core\n[\s\S]*\(exit 1\)$/,
    );
    const text = await tocsin([...args, '--folder', code]);
    expect(text).toContain(
      'where      a.tf:2 tocsin_integration.core\n  where      tocsin_team.core',
    );
    const sarif = JSON.parse(
      (await tocsin([...args, '--folder', code, '--format', 'sarif'])).replace(/\n\(exit 1\)$/, ''),
    );
    expect(sarif.runs[0].results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'a.tf' },
      region: { startLine: 2, startColumn: 1 },
    });
  });

  it('says what the server would refuse by its address, and what is known only after apply', async () => {
    const refused = [...(await drafts([told])), ...(await plan(planOf({ display_name: '' })))];
    expect(await tocsin(refused)).toMatch(
      /answers 400[\s\S]*tocsin_integration\.core\.wire\.displayName[\s\S]*\(exit 4\)$/,
    );
    const open = [...(await drafts([told])), ...(await plan(planOf({}, { labels: true })))];
    expect(await tocsin(open)).toMatch(
      /Known only after apply: tocsin_team\.core labels\.\n\(exit 3\)$/,
    );
  });

  it.each([
    ['another format', '{"format_version":"2.0"}', /format version 2\.0.*\n\(exit 2\)$/],
    ['no JSON', 'Plan: 1 to add', /no JSON.*\n\(exit 2\)$/],
  ])('refuses %s', async (_name, content, said) => {
    expect(await tocsin(await plan(content))).toMatch(said);
  });

  it('needs a plan for a folder', async () => {
    expect(await tocsin(['--folder', folder])).toMatch(
      /^--folder goes with --plan: .*\n\(exit 2\)$/,
    );
  });
});

describe('tocsin prove --offline', () => {
  const settings = {
    shouldSendEmail: true,
    severitiesEmail: ['Critical', 'Warning', 'Minor'],
    ...{ shouldSendSMS: false, shouldCallVoice: false, shouldSendPush: false },
    ...{ delayInMinSMS: 0, delayInMinVoice: 0, delayInMinPush: 0, delayInMinEmail: 0 },
    ...{ severitiesSMS: [], severitiesVoice: [], severitiesPush: [] },
  };
  const guarantees = [
    { ...told, displayName: 'Mail', incidents: { teamLabels: ['off'] } },
    {
      ...{ displayName: 'Call', incidents: { teamLabels: ['off'] } },
      told: { withinMinutes: 5, channels: ['VoiceCall'] },
    },
  ];
  let facts: string;
  let userId: string;
  beforeAll(async () => {
    const { api } = server;
    const teamId = await api.make('/team', {
      ...{ displayName: 'Off', timeZoneId: 'UTC', labels: ['off'] },
    });
    userId = await api.make('/user', {
      ...{ displayName: 'Ada', email: 'ada.lovelace@example.org', phoneNumber: '+4915112345678' },
      incidentNotificationSettings: settings,
    });
    await api.make('/team-membership', { userId, teamId, role: 'Administrator' });
    await api.make('/escalation-policy', {
      ...{ displayName: 'Off', teamId, isDefault: true, steps: [{ targets: [{ userId }] }] },
    });
    const integration = { displayName: 'Line', teamId, type: 'Webhook' };
    await api.make('/inbound-integration', integration);
    facts = join(folder, 'facts.json');
    await tocsin(['facts', '--out', facts]);
  });

  async function changedFacts(change: (facts: Wire['ProofFacts']) => object): Promise<string> {
    const file = join(folder, `${crypto.randomUUID()}.json`);
    const given: Wire['ProofFacts'] = JSON.parse(await readFile(facts, 'utf8'));
    await writeFile(file, JSON.stringify({ ...given, ...change(given) }));
    return file;
  }
  /** The server of these tests sends no mail. */
  const ready = ({ channels }: Wire['ProofFacts']) => ({
    channels: channels.map((one) => ({ ...one, isReady: true })),
  });
  const withoutMoment = (text: string) => text.replaceAll(/\d\d:\d\d|\d+ [A-Z][a-z]+ \d+/g, '');

  it('says of facts what the server says, and the facts hold no address', async () => {
    const text = await readFile(facts, 'utf8');
    expect(text).toContain('"entityType": "EscalationPolicy"');
    for (const secret of ['ada.lovelace', '+4915112345678']) expect(text).not.toContain(secret);
    const same = [...(await drafts(guarantees)), '--days', '1'];
    const offline = await tocsin(['prove', ...same, '--offline', '--facts', facts], nowhere);
    expect(offline).toMatch(/^BROKEN {2}Mail[\s\S]*nothing can be sent by it[\s\S]*\(exit 1\)$/);
    const mail = await tocsin(
      ['prove', ...same, '--offline', '--facts', await changedFacts(ready)],
      nowhere,
    );
    expect(mail).toMatch(/^HOLDS {2}Mail\n[\s\S]*\n\nBROKEN {2}Call\n[\s\S]*\(exit 1\)$/);
    expect(withoutMoment(mail)).toContain('0 in time');
  });

  it('says of a plan alone what breaks it at best, and never that it holds', async () => {
    const of = async (told: object) => [
      ...['prove', '--offline', '--days', '1', ...(await plan(planWithPerson()))],
      ...(await drafts([{ displayName: 'G', incidents: { teamLabels: ['new'] }, told }])),
    ];
    expect(await tocsin(await of({ withinMinutes: 5 }), nowhere)).toMatch(
      /^NOT DECIDED {2}G\n {2}open {7}Nothing in the plan breaks it\.[\s\S]*\(exit 3\)$/,
    );
    expect(await tocsin(await of({ withinMinutes: 5, people: 2 }), nowhere)).toMatch(
      /^BROKEN {2}G\n[\s\S]* 1 in time\n[\s\S]*By the plan alone, at best[\s\S]*\(exit 1\)$/,
    );
  });

  it('names the part that decided, with its line', async () => {
    const code = join(folder, 'parts');
    await mkdir(code);
    const policy = 'resource "tocsin_escalation_policy" "core" {\n  steps = [\n    {},\n  ]\n}\n';
    await writeFile(join(code, 'a.tf'), policy);
    const two = { displayName: 'G', incidents: {}, told: { withinMinutes: 5, people: 2 } };
    const asked = ['prove', '--offline', '--days', '1', ...(await plan(planWithPerson()))];
    const text = await tocsin([...asked, ...(await drafts([two])), '--folder', code], nowhere);
    expect(text).toContain('where      a.tf:3 tocsin_escalation_policy.core steps[0]\n');
  });

  it.each([
    ['waits too long', { after_minutes: 10 }, 'steps[0].after_minutes = 5'],
    ['is not for them', { severities: ['Minor'] }, 'steps[0].severities = null'],
  ])(
    'finds a step in code that %s, with its line and what mends it',
    async (_name, step, mending) => {
      const code = await mkdtemp(join(folder, 'hole-'));
      const [[member, value] = []] = Object.entries(step);
      const written = `${member} = ${JSON.stringify(value)}`;
      const policy = `resource "tocsin_escalation_policy" "core" {\n  steps = [\n    { ${written} },\n  ]\n}\n`;
      await writeFile(join(code, 'a.tf'), policy);
      const asked = [
        ...(await plan(planWithPerson(undefined, step))),
        '--folder',
        code,
        '--days',
        '1',
      ];
      const critical = { severities: ['Critical'], teamLabels: ['new'] };
      asked.push(...(await drafts([{ ...told, incidents: critical }])));
      const offline = await tocsin([...asked, '--offline'], nowhere);
      // The server of these tests can send nothing, so nothing mends it there.
      for (const text of [await tocsin(asked), offline]) {
        expect(text).toMatch(/^BROKEN {2}Told\n/);
        expect(text).toContain('where      a.tf:3 tocsin_escalation_policy.core steps[0]');
      }
      expect(offline).toContain(mending);
    },
  );

  it('decides nothing by what neither the plan nor the facts have', async () => {
    const asked = ['prove', '--offline', '--days', '1', ...(await drafts(guarantees))];
    const stranger = planWithPerson(userId);
    expect(await tocsin([...asked, ...(await plan(stranger))], nowhere)).toMatch(
      new RegExp(
        `tocsin_team_membership\\.core\\.wire\\.userId: There is no User with id ${userId}`,
      ),
    );
    expect(await tocsin([...asked, ...(await plan(stranger))], nowhere)).toMatch(/\(exit 3\)$/);
    const nobody = await changedFacts((given) => ({ ...ready(given), people: [] }));
    expect(await tocsin([...asked, '--facts', nobody], nowhere)).toMatch(
      /^NOT DECIDED {2}Mail\n {2}open {7}The facts say nothing of owner, Ada\.[\s\S]*\(exit 3\)$/,
    );
    const suspended = await changedFacts((given) => ({
      ...ready(given),
      people: given.people.map((one) => ({ ...one, isSuspended: true })),
    }));
    expect(await tocsin([...asked, '--facts', suspended], nowhere)).toMatch(/^BROKEN {2}Mail\n/);
  });

  it.each([
    ['nothing', [], /Give --plan, or --facts, or both.*\n\(exit 2\)$/],
    ['no file', ['--facts', 'none.json'], /none\.json cannot be read.*\n\(exit 2\)$/],
    ['a folder', ['--folder', '.'], /only Terraform computes.*\n\(exit 2\)$/],
  ])('is called wrongly with %s', async (_name, args, said) => {
    expect(await tocsin(['prove', '--offline', ...args], nowhere)).toMatch(said);
  });

  it('refuses facts that are none, and facts without --offline', async () => {
    const wrong = await changedFacts(() => ({ people: 'many' }));
    expect(await tocsin(['prove', '--offline', '--facts', wrong])).toMatch(
      /cannot be used: .*people.*\n\(exit 2\)$/,
    );
    expect(await tocsin(['prove', '--facts', facts])).toBe(
      '--facts goes with --offline.\n(exit 2)',
    );
  });
});

const result: Wire['ProofResult'] = {
  guaranteeId: null,
  changeId: null,
  displayName: 'A "b" <c> & \u0007',
  told: { withinMinutes: 5 },
  state: 'Holds',
  reason: null,
  reasonSentence: null,
  until: '2026-03-03T10:00:00Z',
  incidentClasses: 1,
  timeClasses: 1,
  firstBreakAt: null,
  holes: [],
  holesTotal: 0,
  excused: [],
  excusedBy: [],
  counterExample: null,
};
const proofOf = (...states: Wire['ProofResult']['state'][]): Wire['Proof'] => ({
  from: '2026-03-02T10:00:00Z',
  late: 30,
  newObjects: [],
  results: states.map((state) => ({ ...result, state })),
});

const nowhereAt = (address: string) => ({ address, attribute: null, file: null, line: null });
const withoutCode = (proof: Wire['Proof']) => reportOf(proof, new Map(), nowhereAt);

describe('what a proof comes to', () => {
  it.each([
    [['Holds'], 0],
    [['Holds', 'NotDecided'], 3],
    [['NotDecided', 'BreaksOn'], 1],
    [['Broken'], 1],
    [['Vacuous'], 1],
  ] as const)('%s is exit code %i', (states, code) => {
    expect(exitCodeOf(proofOf(...states), false)).toBe(code);
  });

  it('that contradicts itself is exit code 70, whatever else it says', () => {
    const counterExample = {
      ...{
        at: result.until,
        faults: [],
        isContradicted: true,
        integrationId: 'a',
        teamId: 'b',
        integration: 'P',
      },
      ...{ timeZoneId: 'UTC', severity: 'Critical' as const, title: 'T', attributes: [] },
      ...{ messages: [], peopleTold: 0, steps: [], duty: [], objects: [], mendings: [] },
    };
    const proof = proofOf('NotDecided', 'Holds');
    const results = proof.results.map((one) => ({ ...one, counterExample }));
    expect(exitCodeOf({ ...proof, results }, false)).toBe(70);
    expect(proofText(withoutCode({ ...proof, results }), 'text', 100)).toContain(
      'please report it',
    );
  });

  it('is a list of tests for build servers', () => {
    const xml = proofAsJunit(withoutCode(proofOf('Holds', 'NotDecided', 'Broken')));
    const numbers = 'tests="3" failures="1" errors="0" skipped="1"';
    const name = 'A &#34;b&#34; &#60;c&#62; &#38;  ';
    expect(xml.split('\n').map((line) => line.trim())).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites ${numbers}>`,
      `<testsuite name="tocsin prove" ${numbers}>`,
      `<testcase name="${name}" classname="guarantees"/>`,
      `<testcase name="${name} (2)" classname="guarantees">`,
      `<skipped message="${name}: NotDecided">NOT DECIDED  ${name.trim()}</skipped>`,
      '</testcase>',
      `<testcase name="${name} (3)" classname="guarantees">`,
      `<failure message="${name}: Broken" type="Broken">BROKEN  ${name.trim()}</failure>`,
      ...['</testcase>', '</testsuite>', '</testsuites>'],
    ]);
  });

  // The members that the schema of SARIF 2.1.0 requires, and those that code hosts require beside it.
  it('is a list of faults for code hosts, without what holds', () => {
    const log = JSON.parse(proofAsSarif(withoutCode(proofOf('Holds', 'NotDecided', 'Broken'))));
    const text = { text: expect.stringMatching(/\w/) };
    expect(log).toEqual({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [{ tool: { driver: expect.anything() }, results: expect.any(Array) }],
    });
    const { runs } = log;
    const { name, rules } = runs[0].tool.driver;
    expect(name).toBe('tocsin prove');
    for (const { id, ...rule } of rules)
      expect([id, rule]).toEqual([
        expect.stringMatching(/^\w+$/),
        { shortDescription: text, fullDescription: text, help: text },
      ]);
    for (const result of runs[0].results) {
      expect(rules.map(({ id }: { id: string }) => id)).toContain(result.ruleId);
      expect(result).toMatchObject({ message: text, locations: [{ logicalLocations: [{}] }] });
      expect(['none', 'note', 'warning', 'error']).toContain(result.level);
      expect(Object.values(result.partialFingerprints)).toEqual([expect.stringMatching(/\w/)]);
    }
    expect(
      runs[0].results.map(({ ruleId, level }: Record<string, string>) => [ruleId, level]),
    ).toEqual([
      ['NotDecided', 'warning'],
      ['Broken', 'error'],
    ]);
  });

  it('is not decided while a value is known only after apply', () => {
    const undecided = [{ address: 'tocsin_team.a', attribute: 'labels' }];
    const { results } = withUndecided(proofOf('Holds', 'Broken'), undecided);
    expect(results.map(({ state, reason }) => [state, reason])).toEqual([
      ['NotDecided', 'Known only after apply: tocsin_team.a labels.'],
      ['NotDecided', 'Known only after apply: tocsin_team.a labels.'],
    ]);
    expect(withUndecided(proofOf('Holds'), [])).toEqual(proofOf('Holds'));
  });

  it('is a comment of Markdown that nobody can write into, cut at whole parts', () => {
    const names = { displayName: '<img src=x> @all [a](b) `c`', state: 'Vacuous' as const };
    const proof = proofOf('Holds');
    const of = (count: number, reason: string) => ({
      ...proof,
      results: [...proof.results, ...Array(count).fill({ ...result, ...names, reason })],
    });
    const comment = proofComment(withoutCode(of(1, 'R ``` R')), null);
    expect(comment).toMatch(/^### Guarantees: 1 of 2 hold\n/);
    expect(comment).toContain('\\<img src=x\\> @\u200ball \\[a\\](b) \\`c\\`');
    expect(comment).toMatch(/\n````\nABOUT NOTHING[\s\S]*\n````\n/);
    const long = proofComment(withoutCode(of(90, 'x'.repeat(1000))), 'https://ci.example.com/1');
    expect(long.length).toBeLessThan(60_000);
    expect(long.match(/<details>/g)?.length).toBe(long.match(/<\/details>/g)?.length);
    expect(long).toMatch(
      / more do not fit here: see \[the output of the job\]\(https:\/\/ci\.example\.com\/1\)\.$/,
    );
  });
});
