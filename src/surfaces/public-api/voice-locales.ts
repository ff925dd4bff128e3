import type { IntegrationType } from '../../integrations/index.ts';

const locales = [
  ['da-DK', 'Danish (Denmark)'],
  ['de-DE', 'German (Germany)'],
  ['en-AU', 'English (Australia)'],
  ['en-GB', 'English (United Kingdom)'],
  ['en-IN', 'English (India)'],
  ['en-US', 'English (United States)'],
  ['es-ES', 'Spanish (Spain)'],
  ['es-MX', 'Spanish (Mexico)'],
  ['es-US', 'Spanish (United States)'],
  ['fr-CA', 'French (Canada)'],
  ['fr-FR', 'French (France)'],
  ['it-IT', 'Italian (Italy)'],
  ['ja-JP', 'Japanese (Japan)'],
  ['ko-KR', 'Korean (South Korea)'],
  ['nb-NO', 'Norwegian (Norway)'],
  ['nl-NL', 'Dutch (Netherlands)'],
  ['pl-PL', 'Polish (Poland)'],
  ['pt-BR', 'Portuguese (Brazil)'],
  ['pt-PT', 'Portuguese (Portugal)'],
  ['sv-SE', 'Swedish (Sweden)'],
] as const;

/** What prompts of a call routing number may speak. */
export function callRoutingOptions({
  provider,
  voices,
}: NonNullable<IntegrationType['callRouting']>) {
  return {
    provider,
    voiceLocales: locales.map(([value, label]) => ({ value, label })),
    voiceLocalesDocumentationUrl: voices,
  };
}
