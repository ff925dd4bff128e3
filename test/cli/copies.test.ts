import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addNoiseCommand } from '../../src/cli/noise-command.ts';
import { addReplayCommand } from '../../src/cli/replay-command.ts';
import { backUpDataFolder } from '../../src/store/index.ts';
import { Town } from '../stories/town.ts';

/** The store of these tests may be a MongoDB, of which there is no backup. */
const withMongodb = Boolean(process.env.TOCSIN_TEST_MONGODB_URI);

describe.skipIf(withMongodb)('of a backup', () => {
  let town: Town;
  let folder: string;
  let copy: string;
  let teamId: string;

  /** Five nights in which a disk is full for four minutes. */
  beforeAll(async () => {
    town = await Town.start();
    folder = await mkdtemp(join(tmpdir(), 'copies-'));
    copy = join(folder, 'copy.db');
    await town.begin('2026-03-02T01:00:00Z');
    await town.person('Ada', { hasBrowser: true });
    teamId = await town.team('Payments', [{ people: ['Ada'] }]);
    const probe = await town.probe(teamId);
    for (let night = 0; night < 5; night += 1) {
      await town.until(night * 24 * 60);
      await probe.open(`Disk ${night} is full`);
      await town.until(night * 24 * 60 + 4);
      await probe.resolve(`Disk ${night} is full`);
    }
    await backUpDataFolder(town.server.dataDir, copy);
  });
  afterAll(async () => {
    await town.stop();
    await rm(folder, { recursive: true });
  });

  async function tocsin(args: string[], asksServer: boolean): Promise<string> {
    const { app, key, organizationId } = town.server;
    // Nothing of it may be asked.
    const env = asksServer ? { TOCSIN_ENDPOINT: app.url, TOCSIN_API_KEY: key } : {};
    const printed: string[] = [];
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    for (const add of [addReplayCommand, addNoiseCommand])
      add(program, {
        env,
        columns: 100,
        print: (text) => void printed.push(text),
        clear: () => {},
        exitWith: (code) => void printed.push(`(exit ${code})`),
      });
    vi.stubEnv('TOCSIN_DATA_DIR', folder).stubEnv('MONGODB_URI', '').stubEnv('TMPDIR', folder);
    const from = asksServer ? [] : ['--copy', copy, '--organization', organizationId];
    try {
      await program.parseAsync([...args.slice(0, 1), ...from, ...args.slice(1)], { from: 'user' });
    } finally {
      vi.unstubAllEnvs();
    }
    return printed.join('\n');
  }

  async function withoutTiers(): Promise<string> {
    const path = join(folder, 'changes.json');
    const wire = { teamId, escalationTiers: [] };
    const change = { action: 'replace', entityType: 'TeamEscalations', id: teamId, wire };
    await writeFile(path, JSON.stringify([change]));
    return path;
  }

  it.each(['replay', 'noise'])('%s finds what a server finds', async (command) => {
    const changes = command === 'replay' ? ['--changes', await withoutTiers()] : [];
    const args = [command, '--days', '20', '--format', 'json', ...changes];
    const [here, there] = [
      JSON.parse(await tocsin(args, false)),
      JSON.parse(await tocsin(args, true)),
    ];
    const found = ({
      payloads,
      alerts,
      compared,
      different,
      kinds,
      calibration,
      noise,
    }: typeof here) => ({
      ...{ payloads, alerts, compared, different, kinds, calibration, noise },
    });
    expect(found(here)).toEqual(found(there));
    expect(here).toMatchObject({ state: 'Done', isCut: false, payloads: 10 });
    if (command === 'noise') return;
    expect(here.different).toBe(5);
    const ids = here.groups.flatMap(({ exampleIds }: { exampleIds: string[] }) => exampleIds);
    const shown = here.examples.map(({ id }: { id: string }) => id);
    expect(shown.toSorted()).toEqual(ids.toSorted());
  });

  it('leaves the backup as it was, and nothing beside it', async () => {
    const before = hash('sha256', await readFile(copy));
    const text = await tocsin(['replay', '--days', '20'], false);
    expect(text).toMatch(/^0 of 5 incidents differ from .* to 2026-03-06 01:0\d UTC\n/);
    expect(text).toMatch(/\nOf a copy, up to 2026-03-06 01:0\d UTC\n/);
    expect(text).toContain('sends 20 of 20 messages that were really sent (100.0 %)');
    expect(hash('sha256', await readFile(copy))).toBe(before);
    expect((await readdir(folder)).filter((name) => name.startsWith('tocsin-copy-'))).toEqual([]);
  });

  it('says what cannot be read, and what would be refused', async () => {
    const wrong = join(folder, 'no.db');
    await writeFile(wrong, 'x'.repeat(100_000));
    copy = join(folder, 'copy.db');
    const gone = join(folder, 'gone.json');
    const id = crypto.randomUUID();
    await writeFile(
      gone,
      JSON.stringify([{ action: 'delete', entityType: 'Routing', id, wire: null }]),
    );
    expect(await tocsin(['replay', '--changes', gone], false)).toMatch(
      new RegExp(`${id}[^]*\\(exit 4\\)$`),
    );
    copy = wrong;
    expect(await tocsin(['replay'], false)).toMatch(/\(exit 4\)$/);
    copy = folder;
    expect(await tocsin(['replay'], false)).toMatch(/tocsin backup.*\n\(exit 4\)$/);
  });
});
