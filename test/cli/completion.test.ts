import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidates } from '../../src/cli/completion.ts';
import { allCommandsOfTocsin } from '../support/all-commands.ts';

const run = promisify(execFile);
const program = allCommandsOfTocsin();

/** With the words that lead to each. */
function allCommands(
  command: Command,
  path: string[] = [],
): { command: Command; path: string[] }[] {
  const below = command.commands.flatMap((one) => allCommands(one, [...path, one.name()]));
  return [{ command, path }, ...below];
}
const values = (words: string[]) => candidates(program, words).map(({ value }) => value);
const hidden = new Set(['complete']);

describe('what may follow', () => {
  it.each(allCommands(program).map((one) => [one.path.join(' ') || 'tocsin', one] as const))(
    '%s: its commands, and its options once a dash is typed',
    (_name, { command, path }) => {
      const names = command.commands.map((one) => one.name()).filter((one) => !hidden.has(one));
      expect(values([...path, ''])).toEqual(expect.arrayContaining(names));
      const flags = command.options.map((one) => one.long);
      expect(values([...path, '--'])).toEqual(expect.arrayContaining(flags));
      for (const name of names) expect(values([...path, name.slice(0, -1)])).toContain(name);
    },
  );

  it('nothing behind an option whose value is free, and the choices where there are some', () => {
    expect(values(['incidents', '--profile', ''])).toEqual([]);
    expect(values(['completion', ''])).toEqual(['bash', 'zsh', 'fish']);
    expect(values(['import', 'pag'])).toEqual(['pagerduty']);
  });

  it('goes on behind options that have their value', () => {
    expect(values(['silence', 'list', '--profile', 'x', '--js'])).toEqual(['--json']);
    expect(values(['report', 'incidents', '--from=2026-01-01', '--un'])).toEqual(['--until']);
  });

  it('no word of another command once a value is given', () => {
    expect(values(['incidents', 'ack', ''])).not.toContain('resolve');
  });
});

describe('in a shell', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-completion-'));
    const program = fileURLToPath(new URL('../../src/cli/tocsin.ts', import.meta.url));
    const file = join(folder, 'tocsin');
    await writeFile(file, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    await chmod(file, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('bash completes by the script that it is given', async () => {
    const script = `
      source <(tocsin completion bash)
      COMP_WORDS=(tocsin report in) COMP_CWORD=2
      _tocsin
      echo "\${COMPREPLY[*]}"
      complete -p tocsin`;
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const { stdout } = await run('bash', ['-c', script], { env });
    expect(stdout.split('\n')).toEqual(['incidents', expect.stringContaining('-F _tocsin'), '']);
  });
});
