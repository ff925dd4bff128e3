import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { compileAccumulator } from '../../../src/store/embedded/semantics/accumulators.ts';
import { planPipeline } from '../../../src/store/embedded/semantics/aggregate.ts';
import { compileExpression } from '../../../src/store/embedded/semantics/expression.ts';
import { Doc } from '../../../src/store/embedded/semantics/values.ts';

const root = new URL('../../../', import.meta.url).pathname;
const engine = 'src/store/embedded/';

interface Import {
  from: string;
  /** A path from the project's root, or the name of a package. */
  to: string;
}

const imports: Import[] = globSync(['src/**/*.ts', 'cdktf-provider/**/*.ts', 'generate/**/*.ts'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
}).flatMap((from) =>
  [...readFileSync(join(root, from), 'utf8').matchAll(/(?:from|import)[\s(]+'([^']+)'/g)].map(
    ([, to = '']) => ({
      from,
      to: to.startsWith('.') ? relative(root, join(root, dirname(from), to)) : to,
    }),
  ),
);

test('only the store imports the embedded database, and only its index', () => {
  const fromOutside = imports.filter(
    ({ from, to }) => to.startsWith(engine) && !from.startsWith(engine),
  );
  expect(fromOutside.length).toBeGreaterThan(0);
  expect(
    fromOutside.filter(
      ({ from, to }) => !from.startsWith('src/store/') || to !== `${engine}index.ts`,
    ),
  ).toEqual([]);
});

test('the embedded database imports Node, bson and its own files', () => {
  const fromInside = imports.filter(({ from }) => from.startsWith(engine));
  expect(fromInside.length).toBeGreaterThan(100);
  expect(
    fromInside.filter(({ to }) => !isBuiltin(to) && to !== 'bson' && !to.startsWith(engine)),
  ).toEqual([]);
});

test('no file of the store imports itself through others', () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) {
    if (from.startsWith('src/store/')) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file) || path.includes(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

/** The rows of the table of the scope, by their first column. */
const scope = new Map(
  readFileSync(join(root, engine, 'README.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', cell = ''] = line.split('|');
      const names = [...cell.matchAll(/`(\$[a-zA-Z]+)`/g)].map(([, one = '']) => one);
      return names.length > 0 ? [[name.trim(), names] as const] : [];
    }),
);

/** What the code says to every name that MongoDB has or had. */
const known: Record<string, (name: string) => unknown> = {
  Stages: (name) => planPipeline([Doc.of({ [name]: 1 })]),
  Accumulators: (name) => compileAccumulator('x', Doc.of({ [name]: 1 })),
  Expressions: (name) => compileExpression(Doc.of({ [name]: 1 })),
};

const candidates = [
  ...new Set(
    [...scope.values()]
      .flat()
      .concat(
        '$lookup $unionWith $graphLookup $facet $bucket $bucketAuto $sample $replaceRoot $replaceWith $out $merge'.split(
          ' ',
        ),
        '$top $bottom $firstN $lastN $minN $maxN $stdDevPop $stdDevSamp $mergeObjects $concat $substr $toUpper'.split(
          ' ',
        ),
        '$map $filter $reduce $let $arrayElemAt $concatArrays $isArray $abs $mod $pow $round $toString $toInt'.split(
          ' ',
        ),
        '$convert $type $year $month $dateToString $dateDiff $dateAdd $setUnion $objectToArray $getField'.split(
          ' ',
        ),
      ),
  ),
];

test.each(Object.keys(known))('%s of the README are those that the code has', (row) => {
  const isKnown = (name: string): boolean => {
    try {
      known[row]?.(name);
      return true;
    } catch (error) {
      return !/^(Unrecognized (pipeline stage|expression)|unknown group operator)/.test(
        error instanceof Error ? error.message : '',
      );
    }
  };
  const documented = (scope.get(row) ?? []).filter((name) => !name.startsWith('$$'));
  expect(candidates.filter(isKnown).sort()).toEqual([...documented].sort());
});
