import { organizationLanguage, speechFor, userKind } from '../identity/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { findResource } from '../resources/index.ts';
import { type Speech, usualSpeech } from '../sentences/index.ts';
import type { ReplyLink } from './reply-link.ts';

/** How the person is spoken to who got the message of a link. */
export async function speechOfLink(
  world: World,
  { organizationId, userId }: Pick<ReplyLink, 'organizationId' | 'userId'>,
): Promise<Speech> {
  const user = await findResource(systemContext(world, organizationId), userKind, { _id: userId });
  if (user) return speechFor(world, user);
  return usualSpeech[await organizationLanguage(world, organizationId)];
}
