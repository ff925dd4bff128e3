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

const providers: Record<string, { provider: string; documentation: string }> = {
  twilio: {
    provider: 'Twilio',
    documentation: 'https://www.twilio.com/docs/voice/twiml/say/text-speech',
  },
  bird: { provider: 'Bird', documentation: 'https://docs.bird.com/api/voice-api' },
};

/** What prompts of a call routing number may speak; undefined for types without a phone. */
export function callRoutingOptions(type: string) {
  const known = providers[type.toLowerCase()];
  return (
    known && {
      provider: known.provider,
      voiceLocales: locales.map(([value, label]) => ({ value, label })),
      voiceLocalesDocumentationUrl: known.documentation,
    }
  );
}
