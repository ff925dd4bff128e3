/** What odd departments become, applied by our provider to a server. */
import { applyAll } from '../apply.ts';
import { oddAccounts } from './accounts.ts';

applyAll(
  oddAccounts.map(([name, what, results]) => [
    name,
    what,
    results,
    what === 'no receiver' || what === 'a library' ? 0 : 3,
  ]),
);
