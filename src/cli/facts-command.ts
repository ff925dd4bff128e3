import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { connectionOf, readApi, type Wire } from './api-connection.ts';
import type { Terminal } from './terminal.ts';

/** Adds the command for the facts that "tocsin prove --offline" cannot read in a plan. */
export function addFactsCommand(tocsin: Command, { print, env }: Terminal): void {
  tocsin
    .command('facts')
    .summary('print what "tocsin prove --offline" needs of a server')
    .option('--out <file>', 'write them there, readable by you only')
    .description(
      'print what "tocsin prove --offline --facts" needs of a server: channels, how people can be reached, ' +
        'and what is set up; no addresses, numbers or secrets but those that rules compare alerts with',
    )
    .action(async ({ out }: { out?: string }) => {
      const facts = await readApi<Wire['ProofFacts']>(connectionOf(env), '/proof/facts');
      const text = JSON.stringify(facts, null, 1);
      if (out === undefined) return print(text);
      await writeFile(out, `${text}\n`, { mode: 0o600 });
      print(`Written to ${out}. People: ${facts.people.length}, objects: ${facts.objects.length}.`);
    });
}
