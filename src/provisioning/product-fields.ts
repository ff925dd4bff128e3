import { type Attributes, DirectoryError } from '../../scim/index.ts';
import type { ScimGave } from '../identity/index.ts';
import { isObject } from '../kernel/index.ts';
import { phoneOf } from './phone-number.ts';

const emailPattern = /^[^\s@]+@[^\s@]+$/;
const lengthMax = { email: 320, displayName: 500, externalId: 1000, userName: 256 };

/**
 * The fields of a user that these attributes set; null for those they do not set. Throws `invalidValue` for values that
 * the product cannot take; an e-mail address, telephone number or time zone that cannot be read is kept and has no
 * effect.
 */
export function productFieldsOf(attributes: Attributes): ScimGave {
  demandLength('userName', attributes.userName, lengthMax.userName);
  demandLength('externalId', attributes.externalId, lengthMax.externalId);
  const phone = phoneOf(attributes);
  return {
    displayName: displayNameOf(attributes)?.slice(0, lengthMax.displayName) ?? null,
    email: emailOf(attributes),
    phoneNumber: phone?.number ?? null,
    phoneText: phone?.text ?? null,
    timeZoneId: timeZoneOf(attributes),
    language: languageOf(attributes),
    region: regionOf(attributes),
  };
}

function displayNameOf({ displayName, name }: Attributes): string | null {
  if (isText(displayName)) return displayName;
  if (!isObject(name)) return null;
  if (isText(name.formatted)) return name.formatted;
  const parts = [name.givenName, name.familyName].filter(isText);
  return parts.length > 0 ? parts.join(' ') : null;
}

/** The primary one, else that of the type work, else the first; of those that are addresses. */
function emailOf({ emails }: Attributes): string | null {
  const given = (Array.isArray(emails) ? emails : [])
    .filter(isObject)
    .filter(({ value }) => isEmail(value));
  const chosen =
    given.find(({ primary }) => primary === true) ??
    given.find(({ type }) => String(type ?? '').toLowerCase() === 'work') ??
    given[0];
  return chosen ? String(chosen.value) : null;
}

function isEmail(value: unknown): value is string {
  return isText(value) && emailPattern.test(value) && value.length <= lengthMax.email;
}

function timeZoneOf({ timezone }: Attributes): string | null {
  if (!isText(timezone) || !/^[A-Za-z]/.test(timezone)) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return timezone;
  } catch {
    return null;
  }
}

/** `de-CH` → `de`; null for a language that the product does not speak. */
function languageOf({ preferredLanguage }: Attributes): ScimGave['language'] {
  const [, language] = /^(en|de)(?:[-_,;]|$)/i.exec(String(preferredLanguage ?? '').trim()) ?? [];
  return language === undefined ? null : language.toLowerCase() === 'de' ? 'de' : 'en';
}

/** `de-CH`, `de_CH` → `CH`: of the locale, else of the language. */
function regionOf({ locale, preferredLanguage }: Attributes): string | null {
  for (const tag of [locale, preferredLanguage]) {
    const [, region] = /^[a-z]{2,3}[-_]([a-z]{2})\b/i.exec(String(tag ?? '').trim()) ?? [];
    if (region !== undefined) return region.toUpperCase();
  }
  return null;
}

function demandLength(name: string, value: unknown, max: number): void {
  if (typeof value === 'string' && value.length > max)
    throw new DirectoryError('invalidValue', `${name} has more than ${max} characters.`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
