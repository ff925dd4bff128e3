import { readFileSync } from 'node:fs';

/** Of an address that has a parameter, one that nothing has. */
const nothing = '01a20a54-71a3-7001-95df-3752981c2060';

/** Tabs and choices that are kept in an address: pages of their own for whoever looks. */
const more: Readonly<Record<string, readonly string[]>> = {
  '/': ['?view=archived'],
  '/on-call': ['?view=people&days=42', '?view=list'],
  '/teams/$teamId': ['?tab=tiers', '?tab=maintenance', '?tab=settings'],
  '/integrations/$integrationId': ['?tab=setup', '?tab=mapping', '?tab=windows', '?tab=settings'],
  '/me': ['?section=devices', '?section=profile', '?section=sessions', '?section=keys'],
};

/** All pages as the program in the browser knows them, with the ids given; empty ones are those of no object. */
export function addresses(ids: Readonly<Record<string, string>>): { name: string; to: string }[] {
  const routes = readFileSync('console/routes.ts', 'utf8').matchAll(/\bpath: '([^']+)'/g);
  return [...routes].flatMap(([, path = '']) => {
    const under = path.slice(1, path.indexOf('/$'));
    const to = path.replaceAll(
      /\$(\w+)/g,
      (_, name: string) => ids[`${under}/${name}`] ?? ids[name] ?? nothing,
    );
    const name = path.slice(1).replaceAll(/[/$]+/g, '-') || 'incidents';
    return ['', ...(more[path] ?? [])].map((search) => ({
      name: `${name}${search.replaceAll(/\W+/g, '-')}`,
      to: `${to}${search}`,
    }));
  });
}
