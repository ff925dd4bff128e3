import type { Results } from '../../src/migration/read/read-all.ts';
import { resultsOf as allquietResults } from './allquiet/collected.ts';
import { account as allquietAccount } from './allquiet/fixtures/account.ts';
import { resultsOf as goalertResults } from './goalert/collected.ts';
import { account as goalertAccount } from './goalert/fixtures/account.ts';
import { resultsOf as ilertResults } from './ilert/collected.ts';
import { account as ilertAccount } from './ilert/fixtures/account.ts';
import { results as jsmResults } from './jsm/account.ts';
import { resultsOf as oncallResults } from './oncall/collected.ts';
import { account as oncallAccount } from './oncall/fixtures/account.ts';
import { savedAccount, wholeAccount } from './opsgenie/fixtures/whole.ts';
import { savedOf } from './pagerduty/collected.ts';
import { account as pagerdutyAccount } from './pagerduty/fixtures/account.ts';
import { resultsOf as splunkResults } from './splunk-oncall/collected.ts';
import { account as splunkAccount } from './splunk-oncall/fixtures/account.ts';

/** An account of each product, as it was read, that has all that its documentation knows. */
export const wholeAccounts: readonly [product: string, Results][] = [
  ['allquiet', allquietResults(allquietAccount)],
  ['goalert', goalertResults(goalertAccount)],
  ['ilert', ilertResults(ilertAccount)],
  ['jsm', jsmResults],
  ['oncall', oncallResults(oncallAccount)],
  ['opsgenie', savedAccount(wholeAccount).results],
  ['pagerduty', savedOf(pagerdutyAccount)],
  ['splunk-oncall', splunkResults(splunkAccount)],
];
