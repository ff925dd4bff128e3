import { readFileSync } from 'node:fs';
import { dialects } from '../../src/surfaces/webhook/dialects/index.ts';
import { allOperations, documentedOperations, documentNames } from '../support/operations.ts';

const loading = readFileSync('src/documents.ts', 'utf8');

/** Documents that the server loads; the one of the webhook describes what it splits off before Express. */
export const servedDocuments: readonly string[] = documentNames.filter(
  (name) =>
    loading.includes(`at('${name}')`) ||
    documentedOperations(name).some(({ basePath, path }) =>
      dialects.some(({ base }) => `${basePath}${path}`.startsWith(base)),
    ),
);

/** Every operation that somebody can call. */
export const servedOperations = allOperations().filter(({ document }) =>
  servedDocuments.includes(document),
);
