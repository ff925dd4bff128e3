import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import type { Attributes } from '../../scim/index.ts';
import { isObject } from '../kernel/index.ts';

export interface GivenPhone {
  /** E.164. */
  number: string;
  /** As it was given. */
  text: string;
}

/**
 * The number to text and call: of the type mobile, else the primary one, else of the type work, else any other, but no
 * fax and no pager; the first that is one. Without a country code it is read as one of the country of the address or of
 * the locale.
 */
export function phoneOf(attributes: Attributes): GivenPhone | null {
  const given = (Array.isArray(attributes.phoneNumbers) ? attributes.phoneNumbers : []).filter(
    isObject,
  );
  const rankOf = ({ type, primary }: Record<string, unknown>) => {
    const kind = String(type ?? '').toLowerCase();
    if (kind === 'fax' || kind === 'pager') return null;
    if (kind === 'mobile') return 0;
    if (primary === true) return 1;
    return kind === 'work' ? 2 : 3;
  };
  const ranked = given
    .flatMap((one) => {
      const rank = rankOf(one);
      return rank === null || typeof one.value !== 'string' ? [] : [{ rank, text: one.value }];
    })
    .toSorted((a, b) => a.rank - b.rank);
  const country = countryOf(attributes);
  for (const { text } of ranked) {
    // RFC 3966, as RFC 7643 has it.
    const plain = text.replace(/^tel:/i, '');
    const parsed = parsePhoneNumberFromString(plain, country);
    if (parsed?.isPossible()) return { number: parsed.number, text };
  }
  return null;
}

function countryOf({ addresses, locale }: Attributes): CountryCode | undefined {
  const countries = (Array.isArray(addresses) ? addresses : []).flatMap((address) =>
    isObject(address) && typeof address.country === 'string' ? [address.country] : [],
  );
  const [, region = ''] = /^[a-z]{2,3}[-_]([a-z]{2})\b/i.exec(String(locale ?? '')) ?? [];
  return [...countries, region]
    .map((name) => name.toUpperCase())
    .find((name) => isSupportedCountry(name));
}
