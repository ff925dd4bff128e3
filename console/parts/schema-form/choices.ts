import { choiceIn } from '../../../openapi/texts/choices.ts';
import { type Language, regional } from '../language.ts';

/** What a choice is called: `VoiceCall` → `Call`, `mon` → `Monday`. One that is a name already stays. */
export function choiceOf(value: string, language: Language): string {
  return choiceIn(language, value, regional(language));
}
