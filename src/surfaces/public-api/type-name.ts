import type { IntegrationType } from '../../catalogue/index.ts';
import { type Sentence, type Translated, translatedWords } from '../../sentences/index.ts';

/** How answers name a type of integrations. */
export function typeName({
  id,
  displayName,
  germanName,
}: Pick<IntegrationType, 'id' | 'displayName' | 'germanName'>) {
  const name = germanName === null ? null : { en: displayName, de: germanName };
  return { id, displayName, displayNameSentence: translatedOrNone(name) };
}

export function translatedOrNone(text: Translated | null | undefined): Sentence | null {
  return text ? translatedWords(text) : null;
}
