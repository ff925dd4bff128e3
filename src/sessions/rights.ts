import { createHash } from 'node:crypto';
import type { Standing } from '../teams/index.ts';

/** What a person may do, in short: another text after every change of their roles. */
export function rightsOf({ organizationRole, teams }: Standing): string {
  const edit = teams.edit === 'all' ? 'all' : teams.edit.toSorted();
  return createHash('sha256')
    .update(JSON.stringify([organizationRole, edit]))
    .digest('base64url')
    .slice(0, 22);
}
