import { createRouter } from '@tanstack/react-router';
import { routes } from './routes.ts';
import { Broken } from './shell/broken.tsx';
import { NotFound } from './shell/not-found.tsx';

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  // Whatever validation leaves out neither stays in the address nor comes to a page: see loadHere.
  search: { strict: true },
  // Addresses are for people to read: `?status=Open&status=Resolved`, not JSON.
  parseSearch: (search) => {
    const members: Record<string, string | string[]> = {};
    const given = new URLSearchParams(search);
    for (const name of new Set(given.keys())) {
      const values = given.getAll(name);
      members[name] = values.length === 1 ? (values[0] ?? '') : values;
    }
    return members;
  },
  stringifySearch: (search) => {
    const written = new URLSearchParams();
    for (const [name, value] of Object.entries(search))
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined && one !== null && one !== '') written.append(name, String(one));
    return written.size === 0 ? '' : `?${written}`;
  },
});

/**
 * Loads the page of the address as it is once all that its page does not know is taken out of it. `router.load` gives a
 * page what its validation left out, and the address is corrected only later.
 */
export function loadHere(): Promise<void> {
  const { pathname } = router.latestLocation;
  // as: also an address that no page has, which the page says.
  const to = pathname as '.';
  return router.navigate({ to, search: true, params: true, hash: true, replace: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
