import type { SavedAnswers } from '../../../src/migration/index.ts';
import { readConfigurations } from '../../../src/migration/products/alertmanager/read-configuration.ts';
import { resultsOf as ilertResults } from '../ilert/collected.ts';
import { resultsOf as oncallResults } from '../oncall/collected.ts';
import { savedAccount } from '../opsgenie/fixtures/whole.ts';
import { savedOf } from '../pagerduty/collected.ts';
import { barest, everyReceiver } from './alertmanager.ts';
import { tower, vineyard } from './ilert.ts';
import { railway, zoo } from './oncall.ts';
import { harbour, hospital } from './opsgenie.ts';
import { broadcaster, observatory } from './pagerduty.ts';

/** Departments whose settings are all a little different: the product, what it is, and what was read of it. */
export const oddAccounts: [string, string, SavedAnswers['results']][] = [
  ['opsgenie', 'a harbour', savedAccount(harbour).results],
  ['opsgenie', 'a hospital', savedAccount(hospital).results],
  ['pagerduty', 'an observatory', savedOf(observatory)],
  ['pagerduty', 'a broadcaster', savedOf(broadcaster)],
  ['oncall', 'a railway', oncallResults(railway)],
  ['oncall', 'a zoo', oncallResults(zoo)],
  ['ilert', 'a tower', ilertResults(tower)],
  ['ilert', 'a vineyard', ilertResults(vineyard)],
  ['alertmanager', 'every receiver', readConfigurations(everyReceiver)],
  ['alertmanager', 'no receiver', readConfigurations(barest)],
];
