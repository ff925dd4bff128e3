import { dirname } from 'node:path';
import { type LoadGenerator, runGenerators } from './run-generators.ts';

/** In this order: a generator may read, and import, what those above it write. */
const generators: LoadGenerator[] = [
  async () => (await import('./sentences.ts')).sentences,
  async () => (await import('./openapi.ts')).openapi,
  async () => (await import('./request-schemas.ts')).requestSchemas,
  async () => (await import('./wire-shapes.ts')).wireShapes,
  async () => (await import('./channels.ts')).channels,
  async () => (await import('./type-validator.ts')).typeValidator,
  async () => (await import('./type-settings.ts')).typeSettings,
  async () => (await import('./type-mappings.ts')).typeMappings,
  async () => (await import('./terraform-provider.ts')).terraformProvider,
  async () => (await import('./default-mapping-template.ts')).defaultMappingTemplates,
  async () => (await import('./integration-pages.ts')).integrationPages,
  async () => (await import('./migration-pages.ts')).migrationPages,
  async () => (await import('./mcp-tools.ts')).mcpTools,
  async () => (await import('./boundaries.ts')).boundaries,
  async () => (await import('./icons.ts')).icons,
];

/** Writes what is generated; with `--check` it writes nothing and fails when a committed file differs. */
async function generate(check: boolean): Promise<void> {
  const different = await runGenerators(generators, check);
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
