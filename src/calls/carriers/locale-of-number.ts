/**
 * The language of the country that a number belongs to, by the number's first digits: nothing else is known of a number
 * without settings. Only languages that have a voice; for countries with several languages the most common one.
 */
const locales: Readonly<Record<string, string>> = {
  '1': 'en-US',
  '20': 'arb',
  '212': 'arb',
  '216': 'arb',
  '31': 'nl-NL',
  '32': 'nl-BE',
  '33': 'fr-FR',
  '34': 'es-ES',
  '351': 'pt-PT',
  '352': 'fr-FR',
  '354': 'is-IS',
  '358': 'fi-FI',
  '376': 'ca-ES',
  '39': 'it-IT',
  '40': 'ro-RO',
  '41': 'de-DE',
  '423': 'de-DE',
  '43': 'de-AT',
  '44': 'en-GB',
  '45': 'da-DK',
  '46': 'sv-SE',
  '47': 'nb-NO',
  '48': 'pl-PL',
  '49': 'de-DE',
  '52': 'es-MX',
  '54': 'es-MX',
  '55': 'pt-BR',
  '56': 'es-MX',
  '57': 'es-MX',
  '61': 'en-AU',
  '64': 'en-AU',
  '7': 'ru-RU',
  '81': 'ja-JP',
  '82': 'ko-KR',
  '86': 'cmn-CN',
  '90': 'tr-TR',
  '91': 'en-IN',
  '966': 'arb',
  '971': 'arb',
};
const digitsMax = 3;

/** English for a number that is not known, or from somewhere else. */
export function localeOfNumber(number: string | null | undefined): string {
  const digits = /^\+(\d+)/.exec(number ?? '')?.[1] ?? '';
  for (let length = digitsMax; length > 0; length -= 1) {
    const found = locales[digits.slice(0, length)];
    if (found !== undefined && digits.length >= length) return found;
  }
  return 'en-US';
}
