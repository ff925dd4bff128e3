import { splunkOncallImporter } from '../../../src/migration/products/splunk-oncall/importer.ts';
import { splunkOncall } from '../../../src/migration/products/splunk-oncall/product.ts';
import { collecting } from '../collected.ts';

export const collected = collecting(splunkOncall, splunkOncallImporter);
export const { resultsOf, imported, brought } = collected;
