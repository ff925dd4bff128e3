import { loadCatalogue } from '../src/catalogue/index.ts';
import type { Generator } from './generator.ts';

const header = '// Generated from templates/*/type.yaml by `npm run generate`.\n\n';

/** What the catalogue says of types, for the provider, which has no catalogue at hand. */
export const typeSettings: Generator = {
  name: 'type-settings',
  async outputs() {
    const { types } = await loadCatalogue('templates');
    const taken = types.filter(({ callRouting }) => !callRouting?.refusal);
    const settings = taken.flatMap(({ id, settings }) =>
      settings ? [[id, settings] as const] : [],
    );
    const untested = taken.flatMap(({ settings, untested }) =>
      settings && untested ? [[settings, untested.en] as const] : [],
    );
    const refused = types.flatMap(({ id, aliases, callRouting }) => {
      const refusal = callRouting?.refusal?.en;
      return refusal ? [id, ...aliases].map((name) => [name, refusal] as const) : [];
    });
    const tables = [
      table('Which member of `integrationSettings` a type takes.', 'typeSettings', settings),
      table('What is said of settings of an untested type.', 'untestedSettings', untested),
      table('Why there can be no integration of these types.', 'refusedTypes', refused),
    ];
    return new Map([
      ['cdktf-provider/generated/type-settings.generated.ts', `${header}${tables.join('\n')}`],
    ]);
  },
};

type Entry = readonly [name: string, text: string];

function table(comment: string, name: string, entries: readonly Entry[]): string {
  const lines = entries.map(([key, text]) => {
    const line = `  ${key}: '${text}',`;
    return line.length > 100 ? `  ${key}:\n    '${text}',` : line;
  });
  return `/** ${comment} */\nexport const ${name}: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n};\n`;
}
