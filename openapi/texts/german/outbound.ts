/** What is wrong with an outbound integration, and why a tool was not told. */
export const outbound = {
  outboundTypeUnknown: '{type} ist kein Typ; siehe /outbound-integration/types.',
  outboundTakesSettings: 'Eine ausgehende Integration vom Typ {type} nimmt {settings}.',
  urlNeedsScheme: 'Das ist keine URL, die mit https:// oder http:// beginnt.',
  secondSecretOfOther: 'Nur StandardWebhooks unterschreibt mit zwei Geheimnissen.',
  signingSecretMalformed: 'Senden Sie whsec_ und dann 24 bis 64 Bytes in Base64.',
  trelloKeyMalformed: 'Das ist kein Schlüssel oder Token von Trello.',
  botTokenMalformed: 'Senden Sie das Token so, wie BotFather es zeigt.',
  telegramSecretMalformed: 'Telegram nimmt nur Buchstaben, Ziffern, _ und -.',
  slackChannelsPerIncident:
    'Kanäle für einzelne Störungen gibt es nicht. Lassen Sie dedicatedChannel weg, und nennen Sie selectedChannelIds oder severityBasedChannelSettings.',
  headerReserved: '{name} kann man nicht wählen.',
  headerNotLatin: 'Ein Header ist eine Zeile aus Latin-1-Zeichen.',
  templateHelperUnknown: 'Den Helper {helper} gibt es nicht; verwenden Sie {helpers:list}.',
  templateTooMuch:
    'Die Vorlage schreibt mehr als {characters:number} Zeichen oder durchläuft eine Schleife öfter als {runs:number}-mal.',
  templatePartials: 'Partials gibt es in dieser Vorlage nicht.',
  templateDecorators: 'Decorators gibt es in dieser Vorlage nicht.',
  templateUnreadable: 'Die Vorlage ist nicht lesbar: {why}',
} as const;
