/** What each product's fixtures become, applied by our provider to a server. */
import { allquiet } from '../../src/migration/products/allquiet/product.ts';
import { type AppliedAccount, applyAll } from './apply.ts';
import { allquietText } from './states/fixtures/allquiet.ts';
import { readState } from './states/shown.ts';
import { wholeAccounts } from './whole-accounts.ts';

applyAll([
  ...wholeAccounts.map(([name, results]): AppliedAccount => [name, 'its API', results, 3]),
  ['allquiet', 'a state', readState(allquiet, allquietText).results, 3],
]);
