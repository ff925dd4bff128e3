import { systemContext, type World } from '../kernel/index.ts';
import { findResource, LatelyRead } from '../resources/index.ts';
import { type Language, type Speech, usualSpeech } from '../sentences/index.ts';
import { organizationKind } from './organization-kind.ts';
import type { User, UserWire } from './users.ts';

/** In the language that the person chose, else in that of the organization. */
export function speechOf(
  { language, region }: Pick<UserWire, 'language' | 'region'>,
  ofOrganization: Language,
): Speech {
  const usual = usualSpeech[language ?? ofOrganization];
  return region ? { ...usual, locale: `${usual.language}-${region}` } : usual;
}

export async function speechFor(
  world: World,
  { organizationId, wire }: Pick<User, 'organizationId' | 'wire'>,
): Promise<Speech> {
  return speechOf(wire, wire.language ?? (await organizationLanguage(world, organizationId)));
}

const noLanguages = () => new LatelyRead<Language>([organizationKind]);

/** The language for people who chose none. */
export function organizationLanguage(world: World, organizationId: string): Promise<Language> {
  return world.memory.of(noLanguages).of(world, organizationId, async () => {
    const ctx = systemContext(world, organizationId);
    const organization = await findResource(ctx, organizationKind, { _id: organizationId });
    return organization?.wire.language ?? 'en';
  });
}
