import { choiceIn } from '../../../openapi/texts/choices.ts';
import { type Language, regional } from '../language.ts';

/** The words for a choice: `VoiceCall` → `Call`, `mon` → `Monday`. A choice that is a name already stays. */
export function choiceOf(value: string, language: Language): string {
  return choiceIn(language, value, regional(language));
}
