import { existsSync, readFileSync } from 'node:fs';
import {
  type Field,
  type Fields,
  type Level,
  loadImports,
  products,
} from '../src/migration/index.ts';
import type { Generator } from './generator.ts';

const folder = 'docs/migration';
const levels: readonly Level[] = ['behaviour', 'secret', 'approximated', 'lost', 'past', 'unread'];

/** Below what somebody wrote about coming from a product: what becomes of each value, from the product's table. */
export const migrationPages: Generator = {
  name: 'migration-pages',
  async outputs() {
    const { importers } = await loadImports();
    const known = products.filter(({ name }) => importers.has(name));
    const pages = known.map(({ name, displayName }): [string, string] => {
      const path = `${folder}/${name}.md`;
      const page = existsSync(path) ? readFileSync(path, 'utf8') : `# Coming from ${displayName}`;
      return [path, migrationPage(page, name, importers.get(name)?.fields ?? {})];
    });
    return new Map([...pages, ['console/pages/come-from/products.generated.ts', listOf(known)]]);
  },
};

/** What the console offers: it knows nothing of the code that does it. */
function listOf(known: typeof products): string {
  const rows = known.map((product) =>
    JSON.stringify({
      ...{ name: product.name, displayName: product.displayName },
      file: 'file' in product ? product.file : null,
      needsUrl: 'url' in product && product.url === null,
      hasState: 'state' in product && product.state !== undefined,
      hasExport: 'readExport' in product && product.readExport !== undefined,
    }),
  );
  return `// Written by npm run generate from the products of src/migration.
export interface ImportProduct {
  name: string;
  displayName: string;
  /** Of its own, which it is read from; null: one that the command line saves. */
  file: string | null;
  /** Everybody has an address of their own. */
  needsUrl: boolean;
  /** A Terraform provider of it is known, whose states can be read. */
  hasState: boolean;
  /** What it exports can be read, as a folder or zip archive. */
  hasExport: boolean;
}

export const products: readonly ImportProduct[] = [
${rows.map((row) => `  ${row},`).join('\n')}
];
`;
}

/** The page with its tables anew: what stands above them is kept. */
export function migrationPage(page: string, name: string, fields: Fields): string {
  const mark = `<!-- Below written by npm run generate, from the table in src/migration/products/${name}. -->`;
  const [start = ''] = page.split('<!-- Below written by npm run generate');
  return `${[start.trimEnd(), mark, ...tablesOf(fields)].join('\n\n')}\n`;
}

function tablesOf(fields: Fields): string[] {
  const kinds = Object.entries(fields);
  const noise = kinds.flatMap(([, rows]) => rows).filter((row) => 'noise' in row).length;
  const unplaced = unplacedRows(kinds);
  const brought = alike(
    kinds.filter(([, rows]) => rows.some((row) => 'to' in row)),
    ([, rows]) => JSON.stringify(broughtRows(rows)),
  );
  const ignored = kinds.filter(([, rows]) => rows.every((row) => 'noise' in row));
  return [
    '## Value by value',
    'Kinds and values have the names of the source, as in the report. A value that is in no table is a line of the ' +
      'report. Those known to say nothing about who is told (ids, links, counters, what is said twice) are only ' +
      `counted: ${noise} here.`,
    ...(unplaced.length === 0
      ? []
      : [
          '### What has no place',
          'Each of these values is a line of the report, with its [level](README.md#turning-it-into-terraform).',
          table(['Kind', 'Value', 'Level', 'What to know'], unplaced),
        ]),
    ...brought.flatMap((own) => [
      `### ${own.map(([kind]) => code(kind)).join(', ')}`,
      table(['Value', 'Becomes', ''], broughtRows(own[0]?.[1] ?? [])),
    ]),
    ...(ignored.length === 0
      ? []
      : [
          '### Needed for nothing else',
          ignored.map(([kind, rows]) => `- ${code(kind)}: ${whyIgnored(rows)}`).join('\n'),
        ]),
  ];
}

/** Values of a kind that have the same reason are one row, and kinds that have the same row, too. */
function unplacedRows(kinds: readonly (readonly [string, readonly Field[]])[]): string[][] {
  const found = kinds.flatMap(([kind, rows]) => {
    const left = rows.filter((row) => 'noPlace' in row);
    const groups = alike(left, ({ level, noPlace, unless }) =>
      JSON.stringify([level, noPlace, unless]),
    );
    return groups.flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const { level, noPlace, unless = [] } = first;
      const except = unless.map((value) => code(value === '' ? '""' : String(value)));
      const why =
        except.length === 0
          ? prose(noPlace)
          : `${prose(noPlace)} (No line for ${except.join(' or ')}.)`;
      return [{ kind, level, row: [valuesOf(own), code(level), why] }];
    });
  });
  found.sort((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
  return alike(found, ({ row }) => row.join('\n')).map((own) => [
    own.map(({ kind }) => code(kind)).join(', '),
    ...(own[0]?.row ?? []),
  ]);
}

function broughtRows(rows: readonly Field[]): string[][] {
  const brought = rows.filter((row) => 'to' in row);
  return alike(brought, ({ to, note = '' }) => `${to}\n${note}`).map((own) => [
    valuesOf(own),
    prose(own[0]?.to ?? ''),
    prose(own[0]?.note ?? ''),
  ]);
}

function whyIgnored(rows: readonly Field[]): string {
  return [...new Set(rows.flatMap((row) => ('noise' in row ? [row.noise] : [])))]
    .map(prose)
    .join(' ');
}

function alike<Item>(items: readonly Item[], by: (item: Item) => string): Item[][] {
  return [...Map.groupBy(items, by).values()];
}

/** Pointers as people write them: `users[].name`; what differs in one part only is one of them. */
function valuesOf(rows: readonly Field[]): string {
  const paths = rows.map(({ from }) => {
    const parts = from.split('/').slice(1);
    const isOpen = parts.at(-1) === '**';
    return { isOpen, path: pathText(isOpen ? parts.slice(0, -1) : parts) };
  });
  return [false, true]
    .flatMap((isOpen) => {
      const own = paths.filter((one) => one.isOpen === isOpen).map(({ path }) => path);
      return folded(own).map((path) =>
        path === '' ? 'all of it' : `${isOpen ? 'all of ' : ''}${code(path)}`,
      );
    })
    .join(', ');
}

function pathText(parts: readonly string[]): string {
  let written = '';
  for (const part of parts)
    if (part === '*' && written !== '' && !written.endsWith('[]')) written += '[]';
    else written += written === '' ? part : `.${part}`;
  return written;
}

/** From here on paths that have a beginning, or an end, in common are written as one. */
const fewest = 3;

function folded(paths: readonly string[]): string[] {
  const byEnd = foldedBy(paths, /^(\w+)((?:\[\])?\..*)$/, (first, rest) => [first, '', rest]);
  return foldedBy(byEnd, /^(.*\.)([^.{}]+)$/, (start, last) => [last, start, '']);
}

function foldedBy(
  paths: readonly string[],
  pattern: RegExp,
  cut: (one: string, other: string) => [own: string, before: string, after: string],
): string[] {
  const cuts = paths.map((path) => {
    const [, one, other] = pattern.exec(path) ?? [];
    if (one === undefined || other === undefined) return { path, key: path };
    const [own, before, after] = cut(one, other);
    return { path, own, before, after, key: `${before}\n${after}` };
  });
  return alike(cuts, ({ key }) => key).flatMap((group) => {
    const [first] = group;
    if (group.length < fewest || first?.own === undefined) return group.map(({ path }) => path);
    return [`${first.before}{${group.map(({ own }) => own).join(', ')}}${first.after}`];
  });
}

/** Text that is no markup, but for names such as `tocsin_user.email`. */
function prose(text: string): string {
  return text
    .replaceAll(/[\\*[\]<>|]/g, '\\$&')
    .replaceAll(/[a-z]+(?:_[a-z…]+)+(?:\.[a-z_…]+)*/g, (name) => code(name));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
