import type { Results, WrittenImport } from '../migration/index.ts';
import type { IntoFlags } from './import-into.ts';

/** The output of `tocsin import --json`: one document, whatever the result. */
export interface ImportJson {
  product: string;
  exitCode: number;
  /** Why nothing was done; null: something was. */
  refused: string | null;
  saved: SavedJson | null;
  imported: ImportedJson | null;
}

interface SavedJson {
  /** Null: nothing was read, so nothing was saved. */
  file: string | null;
  kinds: { kind: string; state: string; objects: number | null; why: string | null }[];
}

interface ImportedJson {
  folder: string;
  /** False for a dry run. */
  isWritten: boolean;
  added: readonly string[];
  changed: readonly string[];
  removed: readonly string[];
  /** Left as they were changed by hand. */
  handEdited: readonly string[];
  /** Kinds that the source did not give. */
  notRead: readonly string[];
  /** Lines of the report that say that other people are told than before. */
  linesThatChangeWhoIsTold: number;
  /** Variables whose values the source does not tell. */
  unknownVariables: readonly string[];
}

export function savedJson(results: Results, file: string | null): SavedJson {
  const kinds = [...results].map(([kind, result]) => ({
    kind,
    state: result.state,
    objects:
      result.state === 'whole'
        ? result.answers.reduce((sum, { objects }) => sum + objects.length, 0)
        : null,
    why: result.state === 'whole' ? null : result.why,
  }));
  return { file, kinds };
}

export function importedJson(
  { report, changes, secrets }: WrittenImport,
  { into, dryRun = false }: Pick<IntoFlags, 'into' | 'dryRun'>,
): ImportedJson {
  const { added, changed, removed } = changes;
  return {
    folder: into,
    isWritten: !dryRun,
    ...{ added, changed, removed },
    handEdited: report.handEdited.map(({ address }) => address),
    notRead: report.notRead.map(({ kind }) => kind),
    linesThatChangeWhoIsTold: report.lines.filter(({ level }) => level === 'behaviour').length,
    unknownVariables: [...secrets].flatMap(([name, value]) => (value === '' ? [name] : [])),
  };
}
