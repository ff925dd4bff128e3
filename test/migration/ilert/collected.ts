import { ilertImporter } from '../../../src/migration/products/ilert/importer.ts';
import { ilert } from '../../../src/migration/products/ilert/product.ts';
import { collecting } from '../collected.ts';

export const collected = collecting(ilert, ilertImporter, 'https://api.ilert.com');
export const { resultsOf, imported, brought } = collected;
