/**
 * The sentence shown instead of a pattern of the document when a value does not match it: nobody reads a regular
 * expression in a plan.
 */
export const patternWords: ReadonlyMap<string, string> = new Map([
  [
    '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
    'A UUID, in any letter case.',
  ],
  [
    '^(Scim|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
    'Scim, or the id of an OIDC connection.',
  ],
  [
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})$',
    'Date and time with offset (RFC 3339), such as 2026-03-01T08:30:00Z.',
  ],
  ['^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'A calendar day, YYYY-MM-DD.'],
  [
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$',
    'A day and a time of day without offset, such as 2026-03-01T02:00.',
  ],
  ['^([01][0-9]|2[0-3]):[0-5][0-9]$', 'A time of day, HH:mm.'],
  ['^([01][0-9]|2[0-3]):(00|15|30|45)$', 'A time of day on the quarter hour, 00:00 to 23:45.'],
  ['^[^\\s@]+@[^\\s@]+$', 'An e-mail address, such as alice@example.com.'],
  ['^[^\\s@/:*_]+\\.[^\\s@/:*_.]+$', 'A domain alone, such as example.com.'],
  ['^\\+[0-9]+$', 'A phone number of + and digits, such as +4930901820.'],
  ['^(\\+|00)?[0-9 ().-]{1,40}$', 'A phone number, with or without its country.'],
  ['^[1-9]$', 'A key from 1 to 9.'],
  ['^[0-9]{1,20}$', 'A number of at most 20 digits.'],
  ['^[0-9a-fA-F]{64}$', '64 hexadecimal digits.'],
  ['^spaces/[A-Za-z0-9_-]+$', 'The name of a space, such as spaces/AAAAAAAAAAA.'],
  ['^19:[A-Za-z0-9_.@:-]+$', 'The id of a channel, such as 19:6d97d816@thread.tacv2.'],
  ['^https?://', 'An address that begins with https:// or http://.'],
  ['^#[0-9a-fA-F]{6}$', 'A colour of # and six hexadecimal digits, such as #1a2b3c.'],
  ['^[A-Za-z0-9]{1,100}$', 'Letters and digits, such as Datadog.'],
  ['^[A-Za-z0-9-]+$', 'Letters, digits and hyphens.'],
  ['^[A-Z]{2}$', 'Two capital letters, such as CH.'],
  ['^[A-Za-z0-9_]+$', 'Letters, digits and underscores.'],
  ['^[A-Za-z0-9_-]+$', 'Letters, digits, hyphens and underscores.'],
  ['^[a-z0-9_]+$', 'Small letters, digits and underscores.'],
  ['^[a-z0-9][a-z0-9-]*$', 'Small letters, digits and hyphens, not a hyphen first.'],
  ['^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$', 'Owner and repository, such as acme/shop.'],
  ['^[A-Za-z0-9_./-]+$', 'A number, or a path such as acme/shop.'],
  ['^[0-9a-fA-F-]{32,36}$', 'The 32 hexadecimal digits of the id, with or without hyphens.'],
  ['^[0-9a-fA-F]{24}$', '24 hexadecimal digits.'],
  ['^(-?[0-9]+|@[A-Za-z0-9_]+)$', 'The number of a chat, or the @name of a channel.'],
  ["^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", 'The name of an HTTP header, such as X-Team.'],
  ['^[\\x21\\x23-\\x5B\\x5D-\\x7E]+$', 'One scope, without spaces and quotes.'],
  ['^data:image/(png|svg\\+xml);base64,', 'A PNG or SVG as a data URL in base64.'],
  ['^(|[\\s\\S]{6,})$', 'Six characters or more.'],
]);
