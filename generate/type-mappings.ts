import { loadCatalogue } from '../src/catalogue/index.ts';
import type { Generator } from './generator.ts';

const header = `// Generated from templates/*/type.yaml by \`npm run generate\`.

/** The mapping of each type as JSON: an import that adds attributes to it has to write all of it. */
export const typeMappings: Readonly<Record<string, string>> = {
`;

/** What types make of payloads, for imports, which have no catalogue at hand. */
export const typeMappings: Generator = {
  name: 'type-mappings',
  async outputs() {
    const { types } = await loadCatalogue('templates');
    const taken = types.filter(({ callRouting }) => !callRouting?.refusal);
    const lines = taken.map(
      ({ id, mapping }) => `  ${id}: ${JSON.stringify(JSON.stringify(mapping))},\n`,
    );
    return new Map([
      ['src/migration/generated/type-mappings.generated.ts', `${header}${lines.join('')}};\n`],
    ]);
  },
};
