import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wire } from '../../src/cli/api-connection.ts';
import { proofAsJunit, proofAsSarif } from '../../src/cli/proof-files.ts';
import { exitCodeOf } from '../../src/cli/proof-text.ts';
import { addProveCommand } from '../../src/cli/prove-command.ts';
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

async function tocsin(args: string[], endpoint = server.app.url): Promise<string> {
  const printed: string[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addProveCommand(program, {
    env: { TOCSIN_ENDPOINT: endpoint, TOCSIN_API_KEY: server.key },
    columns: 100,
    print: (text) => void printed.push(text),
    clear: () => {},
    exitWith: (code) => void printed.push(`(exit ${code})`),
  });
  await program.parseAsync(['prove', ...args], { from: 'user' });
  return printed.join('\n');
}

async function drafts(guarantees: unknown): Promise<string[]> {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, typeof guarantees === 'string' ? guarantees : JSON.stringify(guarantees));
  return ['--guarantees', file];
}

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
    expect(text).toContain('incident   Critical of “Probe”, title "Any title"');
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

const result: Wire['ProofResult'] = {
  guaranteeId: null,
  displayName: 'A "b" <c> & \u0007',
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
  counterExample: null,
};
const proofOf = (...states: Wire['ProofResult']['state'][]): Wire['Proof'] => ({
  from: '2026-03-02T10:00:00Z',
  late: 30,
  newObjects: [],
  results: states.map((state) => ({ ...result, state })),
});

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

  it('is a list of tests for build servers', () => {
    const xml = proofAsJunit(proofOf('Holds', 'NotDecided', 'Broken'));
    expect(xml).toContain('<testsuites tests="3" failures="1" skipped="1">');
    expect(xml).toContain(
      '<testcase name="A &#34;b&#34; &#60;c&#62; &#38;  " classname="guarantees"/>',
    );
  });

  it('is a list of faults for code hosts, without what holds', () => {
    const { runs } = JSON.parse(proofAsSarif(proofOf('Holds', 'NotDecided', 'Broken')));
    expect(
      runs[0].results.map(({ ruleId, level }: Record<string, string>) => [ruleId, level]),
    ).toEqual([
      ['NotDecided', 'warning'],
      ['Broken', 'error'],
    ]);
  });
});
