import { readFileSync } from 'node:fs';
import { dialects } from '../../src/surfaces/webhook/dialects/index.ts';
import { allOperations, documentedOperations, documentNames } from '../support/operations.ts';

const app = readFileSync('src/app.ts', 'utf8');

/** Documents that the server loads; the one of the webhook describes what it splits off before Express. */
export const servedDocuments: readonly string[] = documentNames.filter(
  (name) =>
    app.includes(`/${name}.json'`) ||
    documentedOperations(name).some(({ basePath, path }) =>
      dialects.some(({ base }) => `${basePath}${path}`.startsWith(base)),
    ),
);

/** Documents whose surface is being built: as soon as the server loads one, everything here holds for it. */
export const unservedDocuments: readonly string[] = ['scim-v2', 'console'];

/** Every operation that somebody can call. */
export const servedOperations = allOperations().filter(({ document }) =>
  servedDocuments.includes(document),
);
