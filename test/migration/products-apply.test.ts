/** What each product's fixtures become, applied by our provider to a server. */
import type { SavedAnswers } from '../../src/migration/index.ts';
import { allquiet } from '../../src/migration/products/allquiet/product.ts';
import { resultsOf as allquietResults } from './allquiet/collected.ts';
import { account as allquietAccount } from './allquiet/fixtures/account.ts';
import { type AppliedAccount, applyAll } from './apply.ts';
import { resultsOf } from './goalert/collected.ts';
import { account as goalertAccount } from './goalert/fixtures/account.ts';
import { resultsOf as ilertResultsOf } from './ilert/collected.ts';
import { account as ilertAccount } from './ilert/fixtures/account.ts';
import { results as jsmResults } from './jsm/account.ts';
import { resultsOf as oncallResults } from './oncall/collected.ts';
import { account as oncallAccount } from './oncall/fixtures/account.ts';
import { savedAccount, wholeAccount } from './opsgenie/fixtures/whole.ts';
import { savedOf } from './pagerduty/collected.ts';
import { account } from './pagerduty/fixtures/account.ts';
import { resultsOf as splunkResults } from './splunk-oncall/collected.ts';
import { account as splunkAccount } from './splunk-oncall/fixtures/account.ts';
import { allquietText } from './states/fixtures/allquiet.ts';
import { readState } from './states/shown.ts';

const accounts: [string, SavedAnswers['results']][] = [
  ['opsgenie', savedAccount(wholeAccount).results],
  ['pagerduty', savedOf(account)],
  ['goalert', resultsOf(goalertAccount)],
  ['oncall', oncallResults(oncallAccount)],
  ['jsm', jsmResults],
  ['ilert', ilertResultsOf(ilertAccount)],
  ['allquiet', allquietResults(allquietAccount)],
  ['splunk-oncall', splunkResults(splunkAccount)],
];

applyAll([
  ...accounts.map(([name, results]): AppliedAccount => [name, 'its API', results, 3]),
  ['allquiet', 'a state', readState(allquiet, allquietText).results, 3],
]);
