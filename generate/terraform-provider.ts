import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentationPages } from '../cdktf-provider/build/docs.ts';
import type { OpenApiDocument } from '../cdktf-provider/build/document.ts';
import { toExportSchema } from '../cdktf-provider/build/export-schema.ts';
import { resolveProvider } from '../cdktf-provider/build/resolve.ts';
import { catalogues, ephemeralResources, resources } from '../cdktf-provider/resources/index.ts';
import type { ResolvedProvider } from '../cdktf-provider/rest/resolved.ts';
import type { Generator } from './generator.ts';

const documentPath = fileURLToPath(new URL('../openapi/bundled/public-v1.json', import.meta.url));

/**
 * The provider's schema, of the bundled document and its overlays, the part of it that an export needs, and a page for
 * each resource.
 */
export const terraformProvider: Generator = {
  name: 'terraform-provider',
  async outputs() {
    const resolved = resolveFromDisk();
    const pages = [...documentationPages(resolved)];
    return new Map([
      ['cdktf-provider/generated/provider-schema.json', `${JSON.stringify(resolved, null, 1)}\n`],
      [
        'cdktf-provider/generated/export-schema.json',
        `${JSON.stringify(toExportSchema(resolved), null, 1)}\n`,
      ],
      ...pages.map(([name, page]): [string, string] => [join('cdktf-provider', name), page]),
    ]);
  },
};

/** Throws ResolveError when overlays and document disagree. */
export function resolveFromDisk(): ResolvedProvider {
  const document = JSON.parse(readFileSync(documentPath, 'utf8')) as OpenApiDocument;
  return resolveProvider(document, resources, catalogues, ephemeralResources);
}
