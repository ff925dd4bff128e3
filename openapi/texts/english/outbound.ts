/** What is wrong with an outbound integration, and why a tool was not told. */
export const outbound = {
  outboundTypeUnknown: '{type} is not a type; see /outbound-integration/types.',
  outboundTakesSettings: 'An outbound integration of the type {type} takes {settings}.',
  urlNeedsScheme: 'This is not a URL that starts with https:// or http://.',
  secondSecretOfOther: 'Only StandardWebhooks signs with two secrets.',
  signingSecretMalformed: 'Send whsec_ and the base64 of 24 to 64 bytes.',
  trelloKeyMalformed: 'This is not a key or token of Trello.',
  botTokenMalformed: 'Send the token as BotFather shows it.',
  telegramSecretMalformed: 'Telegram takes letters, digits, _ and - only.',
  slackChannelsPerIncident:
    'Channels for single incidents are not supported. Leave dedicatedChannel out and name selectedChannelIds or severityBasedChannelSettings.',
  headerReserved: '{name} cannot be chosen.',
  headerNotLatin: 'A header is one line of Latin-1 characters.',
  templateHelperUnknown: 'There is no helper {helper}; use {helpers:list}.',
  templateTooMuch:
    'The template writes more than {characters:number} characters or runs more than {runs:number} times through a loop.',
  templatePartials: 'Partials are not available in this template.',
  templateDecorators: 'Decorators are not available in this template.',
  templateUnreadable: 'The template cannot be read: {why}',
} as const;
