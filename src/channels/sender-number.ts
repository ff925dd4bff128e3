/** Parses the setting of the number that texts and calls people: E.164. Throws an `Error` with what it must be. */
export function parseSenderNumber(value: string): string {
  if (!/^\+[1-9]\d{6,14}$/.test(value))
    throw new Error('must be a phone number with country code, such as +15551234567');
  return value;
}
