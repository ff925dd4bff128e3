import { importPKCS8, SignJWT } from 'jose';
import { isObject } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type Exchange, refused, textAt } from './exchange.ts';

const tokenUrl = 'https://oauth2.googleapis.com/token';
const scope = 'https://www.googleapis.com/auth/chat.bot';

/** The parts of the key file that prove an account; null for any other text. */
function readKey(text: string): { email: string; privateKey: string } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return null;
    const { client_email: email, private_key: privateKey } = value;
    return typeof email === 'string' && typeof privateKey === 'string'
      ? { email, privateKey }
      : null;
  } catch {
    return null;
  }
}

/** Why a text is no key of a service account; null where it looks like one. */
export function keyObstacle(text: string): Sentence | null {
  const key = readKey(text);
  const isPem = key?.privateKey.startsWith('-----BEGIN PRIVATE KEY-----') ?? false;
  return isPem ? null : say('googleKeyUnreadable');
}

/** A token by which the app of the account may post. What proves the account is kept out of the record. */
export async function googleToken(exchange: Exchange, keyText: string, now: Date): Promise<string> {
  const key = readKey(keyText);
  if (!key) return refused('serviceAccountKey', say('googleKeyUnreadable'));
  const assertion = await signed(key, now);
  if (assertion === null) return refused('serviceAccountKey', say('googleKeyUnreadable'));
  exchange.credentials.add(assertion);
  const answer = await exchange.ask(tokenUrl, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }).toString(),
  });
  const token = textAt(answer, 'access_token');
  exchange.credentials.add(token);
  return token;
}

async function signed(
  { email, privateKey }: { email: string; privateKey: string },
  now: Date,
): Promise<string | null> {
  try {
    const seconds = Math.floor(now.getTime() / 1000);
    return await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(tokenUrl)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(await importPKCS8(privateKey, 'RS256'));
  } catch {
    return null;
  }
}
