import { isObject } from '../kernel/index.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The claims of a provider about a person that are used here. */
export interface ClaimedPerson {
  email: string | null;
  isEmailVerified: boolean;
  displayName: string | null;
  /** Null: it did not say, which is not the same as none. */
  groups: string[] | null;
}

const valuesMax = 10_000;
const valueCharactersMax = 500;
const nameCharactersMax = 500;
/** A longer one is no address: cut, it would be somebody else's. */
const addressCharactersMax = 320;

/**
 * The claims of the ID token and, where those are lacking, of the userinfo endpoint. The address and whether it is
 * verified are always of the same source: one of each would make a verified address of an unverified one. Pure.
 */
export function claimedPerson(
  issuer: string,
  idToken: Claims,
  userinfo: Claims | null,
  groupsClaim: string | null,
): ClaimedPerson {
  const source = typeof idToken.email === 'string' ? idToken : (userinfo ?? {});
  const email = typeof source.email === 'string' && isAddress(source.email) ? source.email : null;
  const name = [idToken.name, userinfo?.name].find(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  return {
    email,
    isEmailVerified: email !== null && isVerified(issuer, source),
    displayName: typeof name === 'string' ? name.trim().slice(0, nameCharactersMax) : null,
    groups:
      groupsClaim === null
        ? null
        : (claimedValues(idToken, groupsClaim) ??
          (userinfo && !isOverage(idToken, groupsClaim)
            ? claimedValues(userinfo, groupsClaim)
            : null)),
  };
}

/** Whether something that could be in the ID token has to be asked for. */
export function needsUserinfo(idToken: Claims, groupsClaim: string | null): boolean {
  return (
    typeof idToken.email !== 'string' ||
    (groupsClaim !== null && claimedValues(idToken, groupsClaim) === null)
  );
}

function isAddress(text: string): boolean {
  return text.length <= addressCharactersMax && /^[^\s@]+@[^\s@]+$/.test(text);
}

/**
 * Entra never sends `email_verified`; its optional claim `xms_edov` says that the owner of the domain is verified.
 * Google verifies an address once, when anybody makes an account with it, and the account stays when they lose the
 * address: only accounts of an organization there (`hd`) are in the hands of whoever has the domain.
 */
function isVerified(issuer: string, claims: Claims): boolean {
  const { hostname } = new URL(issuer);
  const isGoogle = hostname === 'accounts.google.com';
  if (isGoogle && (typeof claims.hd !== 'string' || claims.hd === '')) return false;
  if (claims.email_verified !== undefined) return claims.email_verified === true;
  const isMicrosoft = hostname === 'login.microsoftonline.com' || hostname === 'sts.windows.net';
  return isMicrosoft && [true, 1, '1', 'true'].some((yes) => yes === claims.xms_edov);
}

/** The texts at `path`: a claim of that very name, or a path into claims. Null when there is no list. */
export function claimedValues(claims: Claims, path: string): string[] | null {
  if (isOverage(claims, path)) return null;
  const value = Object.hasOwn(claims, path) ? claims[path] : valueAt(claims, path.split('.'));
  if (typeof value === 'string') return value === '' ? [] : [value.slice(0, valueCharactersMax)];
  if (!Array.isArray(value)) return null;
  // A list that is not one of texts is not understood: not the same as none.
  if (!value.every((one) => typeof one === 'string')) return null;
  const texts = value.filter((one) => one !== '' && one.length <= valueCharactersMax);
  return [...new Set(texts)].slice(0, valuesMax);
}

/**
 * Too many groups for a token: the provider says where else they are (OIDC Core 5.6.2), or only that there are some.
 */
function isOverage(claims: Claims, path: string): boolean {
  const elsewhere = claims._claim_names;
  const [head = ''] = path.split('.');
  if (isObject(elsewhere) && (Object.hasOwn(elsewhere, path) || Object.hasOwn(elsewhere, head)))
    return true;
  return head === 'groups' && (claims.hasgroups === true || claims.hasgroups === 'true');
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  return isObject(value) && Object.hasOwn(value, head) ? valueAt(value[head], rest) : undefined;
}
