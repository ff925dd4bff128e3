import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type IntoFlags, importInto } from '../../src/cli/import-into.ts';
import type { SavedAnswers } from '../../src/migration/index.ts';
import { smallAccount, smallKey, smallProduct, smallSaved } from './small-product.ts';

const root = mkdtempSync(join(tmpdir(), 'tocsin-import-'));
let folders = 0;
afterAll(() => rmSync(root, { recursive: true }));

const newFolder = () => {
  folders += 1;
  return join(root, String(folders));
};

async function into(
  folder: string,
  {
    saved = smallSaved(),
    flags,
    answers = [],
    there = new Map(),
  }: {
    saved?: SavedAnswers;
    flags?: Partial<IntoFlags>;
    answers?: string[];
    there?: ReadonlyMap<string, string>;
  } = {},
) {
  const printed: string[] = [];
  const asked: string[] = [];
  const exitCode = await importInto(
    smallProduct,
    saved,
    { into: folder, since: '2026-03-01', ...flags },
    { print: (text) => void printed.push(text), columns: 100 },
    {
      now: () => new Date('2026-03-01T12:00:00Z'),
      people: async () => there,
      async ask(question) {
        asked.push(question);
        return answers.shift() ?? null;
      },
    },
  );
  return { exitCode, asked, output: printed.join('\n') };
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
const contents = (folder: string) =>
  new Map(readdirSync(folder).map((name) => [name, read(folder, name)]));
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a folder', () => {
  it('and its files are for their owner only, and the same after a second run', async () => {
    const folder = newFolder();
    expect((await into(folder)).exitCode).toBe(0);
    expect(mode(folder)).toBe('700');
    const names = readdirSync(folder);
    expect(names).toContain('users.tf');
    expect(names.map((name) => mode(join(folder, name)))).toEqual(names.map(() => '600'));
    const first = contents(folder);
    const second = await into(folder);
    expect(contents(folder)).toEqual(first);
    expect(second.output).toContain('0 new blocks, 0 changed, 0 removed');
  });

  it('takes what a team owns, and keeps other teams that were there', async () => {
    const account = smallAccount();
    account.teams?.push({ id: 't2', name: 'Pay', members: ['u1'] });
    Object.assign(Object(account.integrations?.[0]), { team: 't2' });
    const folder = newFolder();
    const saved = smallSaved(account);
    const unknown = await into(folder, { saved, flags: { team: ['Pay', 'Ops'] } });
    expect([unknown.exitCode, unknown.output]).toEqual([2, expect.stringContaining('called Ops')]);
    expect(existsSync(folder)).toBe(false);
    await into(folder, { saved, flags: { team: ['pay'] } });
    expect(read(folder, 'integrations.tf')).toContain('tocsin_team.pay.id');
    expect(read(folder, 'users.tf')).not.toContain('Bob');
    await into(folder, { saved, flags: { team: ['Shop'] } });
    expect(read(folder, 'schedules.tf')).toContain('tocsin_team.shop.id');
    expect(read(folder, 'integrations.tf')).toContain('tocsin_team.pay.id');
    // Beside the report of the team before.
    const reports = readdirSync(folder).filter((name) => /report/i.test(name));
    expect(reports.sort()).toEqual([
      ...['REPORT.pay.md', 'REPORT.shop.md', 'report.pay.json', 'report.shop.json'],
    ]);
    const printed = await into(folder, { saved, flags: { team: ['Shop', 'PAY'], report: 'md' } });
    expect(printed.output).toContain(read(folder, 'REPORT.pay.shop.md').trim());
  });

  it('keeps what was changed by hand, and the report has what the import would write', async () => {
    const folder = newFolder();
    await into(folder);
    const path = join(folder, 'schedules.tf');
    const byHand = `${read(folder, 'schedules.tf').replace('"Shop: days"', '"Our days"')}\n# Ours.\n`;
    writeFileSync(path, byHand);
    const account = smallAccount();
    Object.assign(account.schedules?.[0] ?? {}, { name: 'Shop: nights' });
    await into(folder, { saved: smallSaved(account) });
    expect(read(folder, 'schedules.tf')).toContain('"Our days"');
    expect(read(folder, 'schedules.tf')).toContain('# Ours.');
    expect(read(folder, 'REPORT.md')).toContain('display_name = "Shop: nights"');
    const once = contents(folder);
    await into(folder, { saved: smallSaved(account) });
    expect(contents(folder)).toEqual(once);
  });

  it('loses what is gone at the source, and says so; not where a kind could not be read', async () => {
    const folder = newFolder();
    await into(folder);
    const account = smallAccount();
    account.schedules = [];
    account.integrations = [];
    const gone = smallSaved(account);
    const unread: SavedAnswers = {
      ...gone,
      results: new Map([
        ...gone.results,
        ['schedules', { state: 'notReadable', status: 403, why: 'No', right: 'Read' }],
      ]),
    };
    const kept = await into(folder, { saved: unread });
    expect([kept.exitCode, kept.output]).toEqual([3, expect.stringContaining('needs Read')]);
    expect(read(folder, 'schedules.tf')).toContain('"Shop: days"');
    expect(read(folder, 'REPORT.md')).toMatch(/## Kept[^#]+tocsin_schedule.shop_days/);
    expect((await into(folder, { saved: gone })).exitCode).toBe(0);
    const left = readdirSync(folder);
    for (const file of ['schedules.tf', 'SENDERS.md']) expect(left).not.toContain(file);
    expect(read(folder, 'REPORT.md')).toMatch(/## Removed[^#]+tocsin_schedule.shop_days/);
  });

  it('is not touched by a dry run, which prints the report and what would change', async () => {
    const folder = newFolder();
    const { output } = await into(folder, { flags: { dryRun: true, report: 'md' } });
    expect(output).toContain('# Import from Small');
    expect(output).toMatch(/New:\n {2}tocsin_team.shop\n/);
    expect(() => statSync(folder)).toThrow();
  });
});

describe('questions', () => {
  const account = smallAccount();
  account.integrations?.push({ id: 'i2', name: 'Disk', team: 't1', tool: 'disks', apiKey: 'x1' });
  const saved = smallSaved(account);

  it('are asked at a terminal, and their answers kept for the next run', async () => {
    const folder = newFolder();
    const first = await into(folder, { saved, answers: ['Nagios', ''] });
    expect(first.asked).toEqual([
      'Which integration takes the place of disks?: ',
      'Which integration takes the place of http? [Webhook]: ',
    ]);
    expect(read(folder, 'integrations.tf')).toContain('"Nagios"');
    const second = await into(folder, { saved });
    expect([second.exitCode, second.asked]).toEqual([0, []]);
  });

  it('that have no usual answer stop a run where nobody can be asked', async () => {
    const folder = newFolder();
    const { exitCode, output } = await into(folder, { saved });
    expect(exitCode).toBe(2);
    expect(output).toContain(`Write these answers to ${join(folder, 'answers.yaml')}`);
    expect(output).toContain('"tool:disks": ""');
    expect(() => statSync(folder)).toThrow();
  });
});

describe('people', () => {
  it('are given another address or left out by a file, and turns of the others stay', async () => {
    const folder = newFolder();
    const file = join(root, 'people.csv');
    // As spreadsheets save it.
    writeFileSync(file, '\uFEFFsource,email\r\nAda,skip\r\nbob@example.com,robert@example.com\r\n');
    const { exitCode } = await into(folder, { flags: { people: file } });
    expect(exitCode).toBe(3);
    expect(read(folder, 'users.tf')).toContain('"robert@example.com"');
    expect(read(folder, 'users.tf')).not.toContain('Ada');
    expect(read(folder, 'schedules.tf')).toContain(
      'groups = [{ user_ids = [] }, { user_ids = [tocsin_user.bob.id] }]',
    );
    expect(read(folder, 'team_memberships.tf')).not.toContain('ada');
  });
});

describe('people whom the server has', () => {
  const there = new Map([['bob@example.com', '0190a0a0-0000-7000-8000-000000000001']]);

  it('are taken over where that is wanted, and made anew elsewhere', async () => {
    const folder = newFolder();
    await into(folder, { there });
    expect(readdirSync(folder)).not.toContain('imports.tf');
    const adopted = await into(folder, { there, flags: { adopt: true } });
    expect(adopted.output).toContain('1 new block,');
    expect(read(folder, 'imports.tf')).toContain(
      'import {\n  to = tocsin_user.bob\n  id = "0190a0a0-0000-7000-8000-000000000001"\n}\n',
    );
    const without = await into(folder, { flags: { dryRun: true } });
    expect(without.output).toContain('Removed:\n  import of tocsin_user.bob');
  });
});

describe('secrets', () => {
  it('are in the file that was named, and in no other', async () => {
    const folder = newFolder();
    const secrets = join(root, 'secrets.tfvars');
    await into(folder, { flags: { secrets } });
    expect(readFileSync(secrets, 'utf8')).toBe(
      `user_ada_phone_number = "+4930901820"\nintegration_checkout_accepted_keys_0_key = "${smallKey}"\n`,
    );
    expect(mode(secrets)).toBe('600');
    writeFileSync(secrets, 'user_ada_phone_number = "+4930901821"\n');
    expect((await into(folder, { flags: { secrets } })).exitCode).toBe(2);
    expect((await into(folder, { flags: { secrets, force: true } })).exitCode).toBe(0);
  });
});
