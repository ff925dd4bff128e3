import { oncallImporter } from '../../../src/migration/products/oncall/importer.ts';
import { oncall } from '../../../src/migration/products/oncall/product.ts';
import { collecting } from '../collected.ts';

export const collected = collecting(oncall, oncallImporter, 'https://oncall.example.com');
export const { resultsOf, imported, brought } = collected;
