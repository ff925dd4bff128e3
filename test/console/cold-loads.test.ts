import { examineColdLoads, paths } from './examine/cold-loads.ts';

/** Where people land, and what they open at night; `npm run test:examine` has all pages. */
const first =
  /^\/$|^\/(incidents|teams|integrations|services)\/\$|^\/(on-call|me|first-run|signed-in|settings)$/;

examineColdLoads(paths.filter((path) => first.test(path)));
