import type { Importer } from './model/importer.ts';
import { alertmanagerImporter } from './products/alertmanager/importer.ts';
import { allquietImporter } from './products/allquiet/importer.ts';
import { goalertImporter } from './products/goalert/importer.ts';
import { ilertImporter } from './products/ilert/importer.ts';
import { jsmImporter } from './products/jsm/importer.ts';
import { oncallImporter } from './products/oncall/importer.ts';
import { opsgenieImporter } from './products/opsgenie/importer.ts';
import { pagerdutyImporter } from './products/pagerduty/importer.ts';
import { splunkOncallImporter } from './products/splunk-oncall/importer.ts';

/** By name of the product. Loaded when something is imported only: what saves needs none of them. */
export const importers: ReadonlyMap<string, Importer> = new Map<string, Importer>([
  ['alertmanager', alertmanagerImporter],
  ['allquiet', allquietImporter],
  ['goalert', goalertImporter],
  ['jsm', jsmImporter],
  ['ilert', ilertImporter],
  ['oncall', oncallImporter],
  ['opsgenie', opsgenieImporter],
  ['pagerduty', pagerdutyImporter],
  ['splunk-oncall', splunkOncallImporter],
]);
