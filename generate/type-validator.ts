import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { Generator } from './generator.ts';

/**
 * `templates/type.schema.json` as a function, because compiling it takes a tenth of a second, and every start reads 140
 * types by it.
 */
export const typeValidator: Generator = {
  name: 'type-validator',
  async outputs() {
    const ajv = new Ajv({
      allErrors: true,
      verbose: true,
      // Whether it is one is found when it is used.
      formats: { regex: true },
      code: { source: true, esm: true },
    });
    const schema = JSON.parse(readFileSync('templates/type.schema.json', 'utf8'));
    const code = standalone.default(ajv, ajv.compile(schema));
    const [library] = /\brequire\(.*?\)/.exec(code) ?? [];
    if (library)
      throw new Error(
        `templates/type.schema.json has a keyword that needs ${library} at run time.`,
      );
    return new Map([
      [
        'src/catalogue/type-validator.generated.ts',
        `// @ts-nocheck\n// Generated from templates/type.schema.json by \`npm run generate\`.\n${code}\n`,
      ],
    ]);
  },
};
