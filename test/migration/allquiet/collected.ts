import { allquietImporter } from '../../../src/migration/products/allquiet/importer.ts';
import { allquiet } from '../../../src/migration/products/allquiet/product.ts';
import { collecting } from '../collected.ts';

export const collected = collecting(
  allquiet,
  allquietImporter,
  'https://allquiet.eu/api/public/v1',
);
export const { resultsOf, imported, brought } = collected;
