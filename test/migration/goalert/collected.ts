import { goalertImporter } from '../../../src/migration/products/goalert/importer.ts';
import { goalert } from '../../../src/migration/products/goalert/product.ts';
import { collecting } from '../collected.ts';

export const collected = collecting(goalert, goalertImporter, 'https://goalert.example.com');
export const { resultsOf, imported, brought } = collected;
