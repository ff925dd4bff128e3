import { scimOrigin } from '../../identity/index.ts';

/** As the document writes the origin of groups. */
export function originShown(origin: string): string {
  return origin === scimOrigin ? 'Scim' : origin;
}
