import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { boundaries } from './boundaries.ts';
import { defaultMappingTemplates } from './default-mapping-template.ts';
import type { Generator } from './generator.ts';
import { integrationPages } from './integration-pages.ts';
import { openapi } from './openapi.ts';
import { terraformProvider } from './terraform-provider.ts';
import { typeValidator } from './type-validator.ts';
import { wireShapes } from './wire-shapes.ts';

const generators: Generator[] = [
  openapi,
  wireShapes,
  terraformProvider,
  typeValidator,
  defaultMappingTemplates,
  integrationPages,
  boundaries,
];

/** Writes what is generated; with `--check` it writes nothing and fails when a committed file differs. */
async function generate(check: boolean): Promise<void> {
  let different = 0;
  for (const generator of generators) {
    for (const [path, content] of await generator.outputs()) {
      if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
      different += 1;
      if (check) {
        console.error(`${generator.name}: ${path} is not what its sources say.`);
      } else {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        console.log(`${generator.name}: wrote ${path}`);
      }
    }
  }
  if (check && different > 0) {
    console.error('Run `npm run generate` and commit the result with the change.');
    process.exitCode = 1;
  }
}

process.chdir(dirname(import.meta.dirname));
try {
  await generate(process.argv.includes('--check'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
