import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addNoiseCommand } from '../../src/cli/noise-command.ts';
import { addProveCommand } from '../../src/cli/prove-command.ts';
import { addReplayCommand } from '../../src/cli/replay-command.ts';
import { Town } from '../stories/town.ts';

let town: Town;
let folder: string;

/** Five nights in which a disk is full for four minutes. */
beforeAll(async () => {
  town = await Town.start();
  folder = await mkdtemp(join(tmpdir(), 'noise-'));
  await town.begin('2026-03-02T01:00:00Z');
  await town.person('Ada', { hasBrowser: true });
  const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
  for (let night = 0; night < 5; night += 1) {
    await town.until(night * 24 * 60);
    await probe.open(`Disk ${night} is full`);
    await town.until(night * 24 * 60 + 4);
    await probe.resolve(`Disk ${night} is full`);
  }
});
afterAll(async () => {
  await town.stop();
  await rm(folder, { recursive: true });
});

async function tocsin(args: string[], endpoint = town.server.app.url): Promise<string> {
  const printed: string[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const add of [addNoiseCommand, addReplayCommand, addProveCommand])
    add(program, {
      env: { TOCSIN_ENDPOINT: endpoint, TOCSIN_API_KEY: town.server.key },
      columns: 100,
      print: (text) => void printed.push(text),
      clear: () => {},
      exitWith: (code) => void printed.push(`(exit ${code})`),
    });
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

it('says what woke people for nothing, and what would have woken them less', async () => {
  const text = await tocsin(['noise', '--days', '10']);
  expect(text).toMatch(
    /^5 wake-ups from .* UTC: 5 for nothing; 5 at night, 5 of them for nothing\n/,
  );
  expect(text).toContain('\n5 incidents woke somebody: 0 were worked on, 5 ended by themselves, ');
  expect(text).toMatch(/\ntitle +Disk # is full +5 +5 +5 +5 +0\n/);
  expect(text).toMatch(/\nperson +Ada +5 +5 +5 +5 +0\n/);
  expect(text).toContain(
    [
      ...['    5 → 0 wake-ups, 5 → 0 for nothing', '    5 incidents differ: 5 nobody is told'],
      ...['    Nothing that somebody worked on differs.', '    hold_settings = {'],
    ].join('\n'),
  );
});

describe('the changes of one of them', () => {
  it('are a file that replay and prove take', async () => {
    const file = join(folder, 'changes.json');
    await writeFile(file, await tocsin(['noise', '--days', '10', '--changes-of', '1']));
    const replayed = await tocsin(['replay', '--days', '10', '--changes', file]);
    expect(replayed).toMatch(/^5 of 5 incidents differ .*: 5 nobody is told\n/);
    const guarantees = join(folder, 'guarantees.json');
    const told = { withinMinutes: 1, channels: ['Push'], people: 1 };
    const incidents = { severities: ['Critical'] };
    await writeFile(guarantees, JSON.stringify([{ displayName: 'At once', incidents, told }]));
    const args = ['prove', '--guarantees', guarantees, '--days', '1'];
    expect(await tocsin(args)).not.toContain('(exit 1)');
    expect(await tocsin([...args, '--changes', file])).toMatch(/\(exit 1\)$/);
  });

  it('are asked for by a number that is there', async () => {
    const text = await tocsin(['noise', '--days', '10', '--changes-of', '99']);
    expect(text).toBe('Nothing has the number 99.\n(exit 2)');
    await expect(tocsin(['noise', '--changes-of', '0'])).rejects.toThrow('Give a number from 1.');
  });
});

it('gives JSON as the API answers it, and exits with 4 without an answer', async () => {
  const { noise } = JSON.parse(await tocsin(['noise', '--days', '10', '--format', 'json']));
  expect(noise.totals).toMatchObject({ wakeUps: 5, incidents: 5 });
  expect(await tocsin(['noise'], 'http://127.0.0.1:9')).toMatch(/\(exit 4\)$/);
  await expect(tocsin(['noise', '--days', '0'])).rejects.toThrow('Give a number from 1 to 366.');
});
