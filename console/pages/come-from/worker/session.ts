import { strToU8, zipSync } from 'fflate';
import {
  answersFile,
  answersIn,
  answersText,
  differencesOf,
  fileGiven,
  folderGiven,
  importers,
  importFrom,
  isOwnFile,
  lineInGerman,
  lockFile,
  products,
  readLock,
  type SavedAnswers,
  tfvarsText,
  type WrittenImport,
} from '../../../../src/migration/offline.ts';
import type {
  Answer,
  Ask,
  FileGiven,
  InBoth,
  NotRead,
  Reading,
  Result,
  Stretch,
} from '../protocol.ts';

/** The state of one import: all that a page has read and made so far. */
export interface Session {
  read(ask: Ask['read']): Promise<Answer['read']>;
  import(ask: Ask['import']): Answer['import'];
  timeline(ask: Ask['timeline']): Answer['timeline'];
  zip(ask: Ask['zip']): Answer['zip'];
}

type ImportedProduct = Parameters<typeof importFrom>[0];

interface Given {
  product: ImportedProduct;
  saved: SavedAnswers;
  existing: ReadonlyMap<string, string>;
}

interface Made {
  written: WrittenImport;
  answers: ReadonlyMap<string, string>;
  schedules: ReturnType<WrittenImport['schedulesOfBoth']>;
}

/** As the command line compares by its documentation. */
const comparedDays = 90;

export function createSession(): Session {
  let given: Given | null = null;
  let made: Made | null = null;

  function latest(): Made {
    if (made === null) throw new Error('Nothing was imported yet.');
    return made;
  }

  return {
    async read({ product, files }) {
      made = null;
      given = await readGiven(product, files);
      return readingOf(given);
    },
    import({ answers, people, there, now, language }) {
      if (given === null) throw new Error('Nothing was read yet.');
      const { product, saved, existing } = given;
      const chosen = new Map(Object.entries(answers));
      const outcome = importFrom(product, saved, {
        language,
        ...{ answers: chosen, existing, lock: readLock(existing.get(lockFile) ?? null) },
        since: dayOf(now),
        people: new Map(Object.entries(people).map(([key, to]) => [key.toLowerCase(), to])),
        there: new Map(Object.entries(there)),
        compare: { from: new Date(now), days: comparedDays },
      });
      if (outcome.outcome === 'needsAnswers') return outcome;
      const schedules = outcome.schedulesOfBoth();
      made = { written: outcome, answers: chosen, schedules };
      return { outcome: 'written', result: resultOf(made) };
    },
    timeline({ key, from, until }) {
      const schedule = latest().schedules.find((one) => one.key === key);
      if (!schedule) throw new Error('This schedule is only on one side.');
      const times = [new Date(from), new Date(until)] as const;
      const [there, here] = [schedule.there(...times), schedule.here(...times)];
      const differences = differencesOf(there, here).map(({ one, other, ...of }) => ({
        ...{ from: of.from.getTime(), until: of.until.getTime() },
        ...{ there: one, here: other },
      }));
      return { there: there.map(stretchOf), here: here.map(stretchOf), differences };
    },
    zip({ withSecrets }) {
      const { written, answers } = latest();
      const files = new Map([...written.files].filter(([, text]) => text !== ''));
      if (written.questions.length > 0)
        files.set(answersFile, answersText(written.questions, answers));
      if (withSecrets) files.set('import.tfvars', tfvarsText(written.secrets));
      return zipSync(
        Object.fromEntries([...files].map(([name, text]) => [`import/${name}`, strToU8(text)])),
        { mtime: new Date(written.report.since) },
      );
    },
  };
}

/** The file of the product, and those of an earlier import beside it. */
async function readGiven(name: string, files: readonly FileGiven[]): Promise<Given> {
  const product = products.find((one) => one.name === name);
  const importer = importers.get(name);
  if (!product || !importer) throw new Error(`${name} cannot be imported.`);
  const isAgain = files.some(({ path }) => nameIn(path) === lockFile);
  const own = isAgain ? files.filter(({ path }) => isOwnFile(nameIn(path))) : [];
  const saved = answersIn(product, await sourceIn(files.filter((one) => !own.includes(one))));
  if (saved.product !== name) throw new Error(`This is from ${saved.product}, not ${name}.`);
  const existing = new Map<string, string>();
  for (const { path, content } of own) existing.set(nameIn(path), await content.text());
  return { product: { name, displayName: product.displayName, importer }, saved, existing };
}

/** One file, or what is in a folder. */
async function sourceIn(files: readonly FileGiven[]) {
  const [first, ...others] = files;
  if (!first) throw new Error('Choose a file of the product, too.');
  const bytesOf = async ({ content }: FileGiven) => new Uint8Array(await content.arrayBuffer());
  if (others.length === 0 && !first.path.includes('/'))
    return fileGiven(first.path, await bytesOf(first), new Date(first.changedAt));
  const [folder = ''] = first.path.split('/');
  return folderGiven(
    folder,
    files.map((file) => ({
      path: file.path.slice(file.path.indexOf('/') + 1),
      open: async () => ({
        ...{ size: file.content.size, writtenAt: new Date(file.changedAt) },
        bytes: () => bytesOf(file),
      }),
    })),
  );
}

function readingOf({ saved, existing }: Given): Reading {
  const kinds = [...saved.results];
  return {
    savedAt: saved.savedAt,
    note: saved.note === undefined ? null : inBoth(saved.note),
    kinds: kinds.flatMap(([kind, result]) =>
      result.state === 'whole'
        ? [{ kind, objects: result.answers.reduce((sum, one) => sum + one.objects.length, 0) }]
        : [],
    ),
    notRead: kinds.flatMap(([kind, result]) =>
      result.state === 'whole' ? [] : [notReadOf({ right: null, ...result, kind })],
    ),
    isAgain: existing.size > 0,
  };
}

function resultOf({ written, schedules }: Made): Result {
  const { report, questions, people, senders, secrets } = written;
  const { counts, compared } = report;
  const notRead = report.notRead.map(notReadOf);
  const lines = report.lines.map((line) => ({ ...line, ...inBoth(line.text) }));
  const unknown = [...secrets].flatMap(([name, value]) => (value === '' ? [name] : []));
  return {
    ...{ questions, people, senders, notRead, lines, counts, compared, written: report.written },
    schedules: schedules.map(({ key, name, timeZoneId, differsFrom }) => ({
      ...{ key, name, timeZoneId, differsFrom: differsFrom?.getTime() ?? null },
    })),
    files: [...written.files]
      .filter(([, text]) => text !== '')
      .map(([name, text]) => ({ name, size: strToU8(text).length })),
    secrets: { known: secrets.size - unknown.length, unknown },
  };
}

function inBoth(text: string): InBoth {
  return { text, german: lineInGerman(text) };
}

function notReadOf({ kind, why, right }: WrittenImport['report']['notRead'][number]): NotRead {
  return { kind, why: inBoth(why), right: right === null ? null : inBoth(right) };
}

function stretchOf({
  from,
  until,
  people,
}: {
  from: Date;
  until: Date;
  people: readonly string[];
}): Stretch {
  return { from: from.getTime(), until: until.getTime(), people };
}

/** A day, so that a second run on it gives the same files. */
function dayOf(now: number): Date {
  return new Date(new Date(now).toISOString().slice(0, 10));
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
