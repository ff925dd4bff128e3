import type { SavedAnswers } from '../../../src/migration/index.ts';
import { readConfigurations } from '../../../src/migration/products/alertmanager/read-configuration.ts';
import { resultsOf as allquietResults } from '../allquiet/collected.ts';
import { resultsOf as goalertResults } from '../goalert/collected.ts';
import { resultsOf as ilertResults } from '../ilert/collected.ts';
import { resultsOf as oncallResults } from '../oncall/collected.ts';
import { savedAccount } from '../opsgenie/fixtures/whole.ts';
import { savedOf } from '../pagerduty/collected.ts';
import { resultsOf as splunkResults } from '../splunk-oncall/collected.ts';
import { barest, everyReceiver } from './alertmanager.ts';
import { tower, vineyard } from './ilert.ts';
import { railway, zoo } from './oncall.ts';
import { harbour, hospital } from './opsgenie.ts';
import { broadcaster, observatory } from './pagerduty.ts';
import { operated, untidy } from './second/alertmanager.ts';
import { bakery, chapel } from './second/allquiet.ts';
import { office, windFarm } from './second/goalert.ts';
import { practice, quarry } from './second/ilert.ts';
import { brewery, library } from './second/oncall.ts';
import { ferries, milk } from './second/opsgenie.ts';
import { laboratory, stadium } from './second/pagerduty.ts';
import { clinic, museum } from './second/splunk-oncall.ts';

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
  ['opsgenie', 'a dairy', savedAccount(milk).results],
  ['opsgenie', 'ferries', savedAccount(ferries).results],
  ['pagerduty', 'a laboratory', savedOf(laboratory)],
  ['pagerduty', 'a stadium', savedOf(stadium)],
  ['oncall', 'a brewery', oncallResults(brewery)],
  ['oncall', 'a library', oncallResults(library)],
  ['goalert', 'a wind farm', goalertResults(windFarm)],
  ['goalert', 'an office', goalertResults(office)],
  ['splunk-oncall', 'a museum', splunkResults(museum)],
  ['ilert', 'a quarry', ilertResults(quarry)],
  ['allquiet', 'a bakery', allquietResults(bakery)],
  ['allquiet', 'a chapel', allquietResults(chapel)],
  ['splunk-oncall', 'a clinic', splunkResults(clinic)],
  ['ilert', 'a practice', ilertResults(practice)],
  ['alertmanager', 'an operator', readConfigurations(operated)],
  ['alertmanager', 'untidy', readConfigurations(untidy)],
];
