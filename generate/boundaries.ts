import { readFileSync } from 'node:fs';
import type { Generator } from './generator.ts';
import { readModuleTable } from './module-table.ts';

/** Biome's rules of who may import whom, from the table in `src/README.md`. */
export const boundaries: Generator = {
  name: 'boundaries',
  async outputs() {
    const table = readModuleTable(readFileSync('src/README.md', 'utf8'));
    const config = {
      $schema: './node_modules/@biomejs/biome/configuration_schema.json',
      overrides: overridesOf(table),
    };
    return new Map([['biome.boundaries.json', `${JSON.stringify(config, null, 1)}\n`]]);
  },
};

function overridesOf(table: Map<string, string[]>) {
  const modules = [...table.keys()].toSorted();
  // A surface is named by its own folder: its siblings reach it without naming `surfaces`.
  const folderOf = (module: string) => module.slice(module.lastIndexOf('/') + 1);
  const anyOf = (names: readonly string[]) => `**/{${names.map(folderOf).toSorted().join(',')}}`;
  const override = (includes: string, mayImport: readonly string[], message: string) => ({
    includes: [includes],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: 'error',
            options: {
              patterns: [
                {
                  group: [
                    `${anyOf(modules)}/**`,
                    ...(mayImport.length > 0 ? [`!${anyOf(mayImport)}/index.ts`] : []),
                  ],
                  message,
                },
              ],
            },
          },
        },
      },
    },
  });
  return [
    override('src/*.ts', modules, 'Import a module by its index.ts.'),
    ...modules.map((module) => {
      const mayImport = table.get(module) ?? [];
      return override(
        `src/${module}/**`,
        mayImport,
        mayImport.length > 0
          ? `${module} may import only these modules, by their index.ts: ${mayImport.toSorted().join(', ')} (src/README.md).`
          : `${module} imports no other module (src/README.md).`,
      );
    }),
  ];
}
