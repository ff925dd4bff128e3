/** The address of an API as it was given; throws where a key must not be sent there. */
export function baseUrlOf(given: string): string {
  if (!URL.canParse(given))
    throw new Error(`${given} is no address, such as https://api.example.com.`);
  const url = new URL(given);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error('An address of an API has no user, password, ? or #: give the address alone.');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new Error(`${url.origin} would see the key without encryption: give an https address.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The problem of a key; null: it can be sent. */
export function problemOfKey(key: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(key)) return 'The key has a character that no header can carry.';
  // Its occurrences are taken out of what is saved and said, and of a short text there would be many.
  return key.length < 16 ? 'The key is too short to be one: copy all of it.' : null;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
