import { createHash } from 'node:crypto';
import type { Standing } from '../teams/index.ts';

/** A short fingerprint of what a person may change: their role in the organization and the teams that they may edit. */
export function rightsOf({ organizationRole, teams }: Standing): string {
  const edit = teams.edit === 'all' ? 'all' : teams.edit.toSorted();
  return createHash('sha256')
    .update(JSON.stringify([organizationRole, edit]))
    .digest('base64url')
    .slice(0, 22);
}
