import { alertmanager } from './alertmanager/source.ts';
import { allquiet } from './allquiet/product.ts';
import { goalert } from './goalert/product.ts';
import { ilert } from './ilert/product.ts';
import { jsm } from './jsm/product.ts';
import { oncall } from './oncall/product.ts';
import { opsgenie } from './opsgenie/product.ts';
import { pagerduty } from './pagerduty/product.ts';
import type { FileSource, Product } from './product.ts';
import { splunkOncall } from './splunk-oncall/product.ts';

/** Every product that can be read, as it is named at the command line, in help and pages. */
export const products: readonly (Product | FileSource)[] = [
  alertmanager,
  opsgenie,
  jsm,
  pagerduty,
  oncall,
  goalert,
  splunkOncall,
  ilert,
  allquiet,
];
