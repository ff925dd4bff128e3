import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { type ImportFlags, runImport } from '../../../src/cli/import-command.ts';
import { systemClock } from '../../../src/kernel/index.ts';
import { readFiles, readStream } from '../../../src/migration/read/files.ts';
import {
  checkGiven,
  createBudget,
  givenBytesMax,
  unpackedBytesMax,
  unzipped,
} from '../../../src/migration/read/unpack.ts';
import { resource, shown } from './shown.ts';

const folder = mkdtempSync(join(tmpdir(), 'given-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, content: string | Uint8Array): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

describe('a folder', () => {
  it('is read with all below it, but for what is hidden, linked or of another kind', async () => {
    const infra = join(folder, 'infra');
    for (const path of ['a.json', 'deep/er/terraform.tfstate', 'notes.txt', 'main.tf'])
      write(`infra/${path}`, `of ${path}`);
    for (const path of ['.terraform/modules.json', '.hidden.json', 'node_modules/x/package.json'])
      write(`infra/${path}`, 'hidden');
    symlinkSync(write('outside.json', 'outside'), join(infra, 'link.json'));
    const newest = new Date('2026-10-01T00:00:00Z');
    utimesSync(join(infra, 'a.json'), newest, new Date('2026-09-01T00:00:00Z'));
    utimesSync(join(infra, 'deep/er/terraform.tfstate'), newest, newest);
    const found = await readFiles(infra);
    expect([...found.texts]).toEqual([
      ['a.json', 'of a.json'],
      ['deep/er/terraform.tfstate', 'of deep/er/terraform.tfstate'],
    ]);
    expect(found).toMatchObject({ isOne: false, configuration: ['main.tf'], writtenAt: newest });
  });

  it('that is not there is said with why', async () => {
    await expect(readFiles(join(folder, 'nowhere'))).rejects.toThrow('cannot be read: ENOENT');
  });
});

describe('a zip archive', () => {
  it('is read by its content, whatever it is called', async () => {
    const zip = zipSync({
      'OpsGenieBackups/users/ada.json': strToU8('{"a":1}'),
      'OpsGenieBackups/readme.txt': strToU8('no'),
      '__MACOSX/OpsGenieBackups/._ada.json': strToU8('no'),
      'infra/main.tf': strToU8('no'),
    });
    const found = await readFiles(write('backup.bin', zip));
    expect([...found.texts]).toEqual([['OpsGenieBackups/users/ada.json', '{"a":1}']]);
    expect(found).toMatchObject({ isOne: false, configuration: ['infra/main.tf'] });
  });

  it('that is broken, or states more than fits, is not unpacked', () => {
    const zip = zipSync({ 'a.json': strToU8('{}') });
    expect(() => unzipped('a.zip', zip.subarray(0, 40))).toThrow('a.zip is no zip archive');
    const large = zip.slice();
    const entry = large.findLastIndex((byte, at) => byte === 0x50 && large[at + 2] === 1);
    new DataView(large.buffer).setUint32(entry + 24, unpackedBytesMax + 1, true);
    expect(() => unzipped('a.zip', large)).toThrow('a.zip has more than 512 MB of JSON');
  });
});

describe('what is given', () => {
  it('is text in UTF-8, or as PowerShell writes it', async () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"ä":1}', 'utf16le')]);
    const one = await readFiles(write('wide.json', wide));
    expect([...one.texts.values()]).toEqual(['{"ä":1}']);
    const marked = await readFiles(write('marked.json', '\uFEFF{}'));
    expect([...marked.texts.values()]).toEqual(['{}']);
    await expect(readFiles(write('latin.json', Buffer.from([0x7b, 0xe4])))).rejects.toThrow(
      'latin.json is no text in UTF-8.',
    );
  });

  it('has limits', () => {
    expect(() => checkGiven('a', givenBytesMax)).not.toThrow();
    expect(() => checkGiven('a', givenBytesMax + 1)).toThrow('a is larger than 200 MB');
    const budget = createBudget('b');
    budget.take(unpackedBytesMax);
    expect(() => budget.take(1)).toThrow('b has more than 512 MB');
  });

  it('may come by a pipe', async () => {
    const now = new Date('2026-11-01T00:00:00Z');
    const parts = Readable.from([Buffer.from('{"a"'), Buffer.from(':1}')]);
    const found = await readStream(parts, now);
    expect([...found.texts.values()]).toEqual(['{"a":1}']);
    expect(found).toMatchObject({ isOne: true, writtenAt: now });
    await expect(readStream(Readable.from([]), now)).rejects.toThrow('Nothing came');
  });
});

describe('the command', () => {
  const run = async (name: string, flags: ImportFlags, input = '') => {
    const printed: string[] = [];
    let exitCode: number | null = null;
    await runImport(
      name,
      flags,
      {
        print: (text) => void printed.push(text),
        ...{ env: {}, columns: 500 },
        exitWith: (code) => {
          exitCode = code;
        },
      },
      {
        fetch: () => Promise.reject(new Error('nobody is asked')),
        time: { ...systemClock, sleep: async () => undefined, jitter: () => 0 },
        ...{ askKey: async () => null, ask: async () => null, showProgress: () => undefined },
        ...{ input: Readable.from(input === '' ? [] : [Buffer.from(input)]), user: 'ada' },
      },
    );
    return { exitCode, output: printed.join('\n') };
  };
  const state = shown([
    resource('pagerduty_user.ada', { id: 'PADA', name: 'Ada', email: 'ada@example.com' }),
  ]);

  it('imports a state from a pipe or a file, and says what it does not have', async () => {
    const flags = { from: '-', into: join(folder, 'piped') };
    const piped = await run('pagerduty', flags, state);
    expect(piped.exitCode).toBe(3);
    expect(piped.output).toContain('What was made in PagerDuty by hand is not in it.');
    expect(piped.output).toContain('- schedules was not read: the state has no pagerduty_schedule');
    const from = write('state.json', state);
    const again = await run('pagerduty', { from, into: join(folder, 'read') });
    expect(again.exitCode).toBe(3);
  });

  it('refuses folders for a product that has one file', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const flags = { from: empty, into: join(folder, 'never') };
    await expect(run('alertmanager', flags)).rejects.toThrow('--from alertmanager.yml');
  });
});
