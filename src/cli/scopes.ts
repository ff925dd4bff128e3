import { nearestName } from '../http/index.ts';
import type { KeyScope } from '../identity/index.ts';
import { loadPublicApi } from '../surfaces/public-api/index.ts';

/**
 * The scopes of keys, such as `incidents:get,list`. Throws for those that no operation of the API asks for: they allow
 * nothing.
 */
export async function parseScopes(texts: readonly string[]): Promise<KeyScope[]> {
  const known = await knownScopes();
  return texts.map((text) => {
    const [resource = '', permissions = ''] = text.split(':');
    if (!/^[a-z-]+:[a-z]+(,[a-z]+)*$/i.test(text))
      throw new Error(
        `${text} is not a scope; write resource:permissions, such as incidents:get,list.`,
      );
    const possible = known.get(resource);
    if (!possible) throw new Error(unknown(`${resource} is not a resource`, resource, known));
    const wanted = permissions.split(',');
    const wrong = wanted.find((permission) => !possible.includes(permission));
    if (wrong !== undefined)
      throw new Error(
        `${wrong} is not a permission of ${resource}; it has ${possible.join(', ')}.`,
      );
    return { resource, permissions: wanted };
  });
}

/** Permissions by resource, as the operations ask for them. */
async function knownScopes(): Promise<Map<string, string[]>> {
  const documents = await Promise.all(
    ['public-v1', 'scim-v2'].map((name) =>
      loadPublicApi(new URL(`../../openapi/bundled/${name}.json`, import.meta.url)),
    ),
  );
  const operations = documents.flatMap((document) => document.operations);
  const known = new Map<string, string[]>();
  for (const { scope = 'none' } of operations) {
    const [resource = '', permission] = scope.split(':');
    // Deleting incidents is never part of a restricted key.
    if (permission === undefined || scope === 'incidents:delete') continue;
    const permissions = known.get(resource) ?? [];
    if (!permissions.includes(permission)) known.set(resource, [...permissions, permission]);
  }
  return new Map([...known].sort(([a], [b]) => a.localeCompare(b)));
}

function unknown(what: string, typed: string, known: ReadonlyMap<string, string[]>): string {
  const meant = nearestName([...known.keys()], typed);
  const all = [...known].map(
    ([resource, permissions]) => `  ${resource}:${permissions.toSorted().join(',')}`,
  );
  return `${what}.${meant ? ` Did you mean ${meant}?` : ''} These scopes exist:\n${all.join('\n')}`;
}
