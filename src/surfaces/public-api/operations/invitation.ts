import { inviteUser } from '../../../accounts/index.ts';
import { userKind } from '../../../identity/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { getResource } from '../../../resources/index.ts';
import { say } from '../../../sentences/index.ts';
import { type Handlers, ok } from '../handlers.ts';

/** How people get an account of their own. */
export const invitationOperations = {
  inviteUser: async (caller, { params }) => {
    const { id } = await getResource(caller, userKind, params.id);
    // Somebody who opens the link may do all that the user may.
    if (caller.key && caller.key.scopes !== null)
      throw new AppError('forbidden', say('invitationNeedsFullKey'));
    const { channels, publicUrl } = caller.dependencies;
    const invitation = await inviteUser(caller, { channels, publicUrl }, id);
    return ok({
      sentTo: 'sentTo' in invitation ? invitation.sentTo : null,
      url: 'url' in invitation ? invitation.url : null,
      expiresAt: invitation.expiresAt.toISOString(),
    });
  },
} satisfies Handlers;
