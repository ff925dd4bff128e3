import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Answers,
  answersText,
  exitCodeOf,
  type ImportedProduct,
  type ImportOptions,
  isOwnFile,
  loadImports,
  lockFile,
  readLock,
  readPeople,
  type SavedAnswers,
  answersFile as usualAnswersFile,
  type WrittenImport,
  writeSaved,
} from '../migration/index.ts';
import { askOpen, readAnswers, whatToAnswer } from './import-answers.ts';
import { wrap } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface IntoFlags {
  into: string;
  since?: string;
  people?: string;
  team?: string[];
  answers?: string;
  secrets?: string;
  compare?: string;
  adopt?: boolean;
  dryRun?: boolean;
  report?: 'md' | 'json';
  language?: 'en' | 'de';
  force?: boolean;
}

export interface IntoPorts {
  now(): Date;
  /** Null where nobody can be asked. */
  ask(question: string): Promise<string | null>;
  /** Ids of people on the server by e-mail address in small letters. */
  people(): Promise<ReadonlyMap<string, string>>;
  /** Hears what was made, once it is written where it should be. */
  onImported?(result: WrittenImport): void;
}

type Told = Pick<Terminal, 'print' | 'columns'>;

/** Writes a folder of Terraform of what was read; answers the exit code. Throws with what failed. */
export async function importInto(
  product: ImportedProduct,
  saved: SavedAnswers,
  flags: IntoFlags,
  terminal: Told,
  ports: IntoPorts,
): Promise<0 | 2 | 3> {
  const { importFrom, tfvarsText } = await loadImports();
  // A day, so that a second run on it gives the same files.
  const since = new Date(flags.since ?? ports.now().toISOString().slice(0, 10));
  if (Number.isNaN(since.getTime())) {
    terminal.print(`${flags.since} is no date: write it as 2026-03-01.`);
    return 2;
  }
  const days = flags.compare === undefined ? 0 : Number(/^(\d{1,3})d$/.exec(flags.compare)?.[1]);
  if (!(days <= 366)) {
    terminal.print(`--compare takes days, such as 90d, and no more than 366d.`);
    return 2;
  }
  const answersFile = flags.answers ?? join(flags.into, usualAnswersFile);
  const existing = await readFolder(flags.into);
  const answers = new Map(await readAnswers(answersFile, flags.answers !== undefined));
  const options: ImportOptions = {
    ...{ answers, since, existing, lock: readLock(existing.get(lockFile) ?? null) },
    ...(days > 0 && { compare: { from: ports.now(), days } }),
    ...(flags.adopt && { there: await ports.people() }),
    ...(flags.team !== undefined && { teams: flags.team }),
    ...(flags.language !== undefined && { language: flags.language }),
    ...(flags.people !== undefined && { people: readPeople(await readFile(flags.people, 'utf8')) }),
  };
  let result = importFrom(product, saved, options);
  while (await askOpen(result.questions, answers, ports.ask))
    result = importFrom(product, saved, options);
  if (result.outcome === 'needsAnswers') {
    terminal.print(whatToAnswer(result.questions, answers, answersFile));
    return 2;
  }
  if (result.unknownTeams.length > 0) {
    terminal.print(`The source has no team that is called ${result.unknownTeams.join(' or ')}.`);
    return 2;
  }
  if (result.past.length > 0) {
    const { createRoute } = await import('./route-events.ts');
    const route = await createRoute(result.kept, ports.now());
    const followed = importFrom(product, saved, { ...options, route });
    if (followed.outcome === 'written') result = followed;
  }
  const secrets = tfvarsText(result.secrets);
  if (flags.secrets !== undefined && !flags.force && (await differs(flags.secrets, secrets))) {
    terminal.print(`${flags.secrets} has other values: name a new file, or add --force.`);
    return 2;
  }
  if (flags.report !== undefined) {
    const { page, json } = result.reportFiles;
    terminal.print(result.files.get(flags.report === 'json' ? json : page) ?? '');
  }
  if (!flags.dryRun) {
    await writeFolder(flags.into, result, existing);
    await writeAnswers(answersFile, result, answers);
    if (flags.secrets !== undefined) await writeSaved(flags.secrets, secrets, true);
  }
  ports.onImported?.(result);
  if (flags.report !== 'json') terminal.print(summary(result, flags, terminal.columns));
  return exitCodeOf(result.report);
}

async function readFolder(folder: string): Promise<Map<string, string>> {
  if (!existsSync(folder)) return new Map();
  const names = (await readdir(folder)).filter(isOwnFile).sort();
  const files = new Map<string, string>();
  for (const name of names) files.set(name, await readFile(join(folder, name), 'utf8'));
  return files;
}

async function differs(file: string, text: string): Promise<boolean> {
  return existsSync(file) && (await readFile(file, 'utf8')) !== text;
}

/** The lock goes first: whatever happens to the others, a later run gives everything the same address. */
async function writeFolder(
  folder: string,
  { files }: WrittenImport,
  existing: ReadonlyMap<string, string>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const inOrder = [...files].sort(([one]) => (one === lockFile ? -1 : 0));
  for (const [name, text] of inOrder) {
    const path = join(folder, name);
    if (text === '') await rm(path, { force: true });
    else if (existing.get(name) === text) await chmod(path, 0o600);
    else await writeSaved(path, text, true);
  }
}

async function writeAnswers(
  file: string,
  { questions }: WrittenImport,
  answers: Answers,
): Promise<void> {
  if (questions.length > 0) await writeSaved(file, answersText(questions, answers), true);
}

function summary(
  { report, reportFiles, changes, secrets }: WrittenImport,
  { into, dryRun, secrets: secretsFile }: IntoFlags,
  columns: number,
): string {
  const who = report.lines.filter(({ level }) => level === 'behaviour').length;
  const paragraph = (text: string, lead = '') => wrap(text, columns, lead);
  const listed = (title: string, addresses: readonly string[]) =>
    addresses.length === 0 ? [] : [`${title}:`, ...addresses.map((address) => `  ${address}`)];
  const { added, changed, removed } = changes;
  return [
    ...(report.note === null ? [] : [paragraph(report.note)]),
    ...report.notRead.map(({ kind, why, right }) =>
      paragraph(`${kind} was not read: ${why}${right ? `. The key needs ${right}.` : ''}`, '- '),
    ),
    ...(dryRun
      ? [
          ...listed('New', added),
          ...listed('Changed', changed),
          ...listed('Removed', removed),
          paragraph('Nothing was written (--dry-run).'),
        ]
      : [
          paragraph(
            `${into}: ${counted(added.length, 'new block')}, ${changed.length} changed, ${removed.length} removed, ` +
              `${report.handEdited.length} left as they were changed by hand.`,
          ),
        ]),
    ...(report.compared === null
      ? []
      : [
          paragraph(
            `Compared ${counted(report.compared.schedules, 'schedule')} minute by minute: ` +
              `${report.compared.different} differ.`,
          ),
        ]),
    ...(report.comparedPolicies === null
      ? []
      : [
          paragraph(
            `Compared ${counted(report.comparedPolicies.policies, 'escalation')} minute by minute: ` +
              `${report.comparedPolicies.different} differ.`,
          ),
        ]),
    paragraph(
      who === 0
        ? 'Nobody else is told than before, as far as this knows.'
        : `${who === 1 ? '1 line changes' : `${who} lines change`} who is told` +
            `${dryRun ? '' : `: read ${join(into, reportFiles.page)} first`}.`,
    ),
    ...secretsSummary(secrets, secretsFile, dryRun === true).map((text) => paragraph(text)),
  ].join('\n');
}

/** Where values of variables are, and which are nowhere: the source does not tell them. */
function secretsSummary(
  secrets: WrittenImport['secrets'],
  file: string | undefined,
  dryRun: boolean,
): string[] {
  const unknown = [...secrets].flatMap(([name, value]) => (value === '' ? [name] : []));
  const known = counted(secrets.size - unknown.length, 'variable');
  return [
    ...(secrets.size === unknown.length
      ? []
      : [
          file === undefined
            ? `--secrets FILE writes the values of ${known}.`
            : `${file} ${dryRun ? 'would have' : 'has'} the values of ${known}. ` +
              'Apply with -var-file and keep it as you keep passwords.',
        ]),
    ...(unknown.length === 0 ? [] : [`The source does not tell ${unknown.join(', ')}.`]),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
