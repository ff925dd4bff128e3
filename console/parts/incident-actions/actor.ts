import { defineTexts, type Language } from '../texts.tsx';
import { type IncidentEvent, nameOf } from './incident.ts';

const texts = defineTexts({
  en: { key: (name: string) => `API key “${name}”` },
  de: { key: (name: string) => `API-Schlüssel „${name}“` },
});

/** Who did it, by name; null for the product itself and for alerts. */
export function actorOf({ modification }: IncidentEvent, language: Language): string | null {
  const { user, externalUser, rule, apiKey } = modification;
  if (user) return nameOf(user);
  if (externalUser) return externalUser.displayName ?? externalUser.id;
  return rule?.displayName ?? (apiKey ? texts[language].key(apiKey.displayName) : null);
}
