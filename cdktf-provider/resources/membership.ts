/** The part that memberships of organizations and of teams share: the person they are about. */
import type { AttributeOverlay } from './overlay.ts';
import { atLeastOneOf } from './rules.ts';

/** Named one way, the server tells the other: what is not configured follows every change. */
const answeredByServer = { serverChooses: true, volatile: true } as const;

export const memberAttributes: Readonly<Record<'userId' | 'email', AttributeOverlay>> = {
  // Deleting the user deletes the membership: it cannot be moved to their successor.
  userId: { ...answeredByServer, replaces: true, description: 'Id of the user.' },
  email: {
    ...answeredByServer,
    replaces: true,
    equivalent: 'letter-case',
    description: 'E-mail address of the user, to invite somebody who is not a user yet.',
  },
};

/** Groups of an identity provider may add to the role that is configured, at any time. */
export const roleAttributes: Readonly<Record<'effectiveRole' | 'grants', AttributeOverlay>> = {
  effectiveRole: { volatile: true },
  grants: { volatile: true },
};

export const namesMember = atLeastOneOf('', ['user_id', 'email']);
