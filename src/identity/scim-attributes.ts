import { isObject } from '../kernel/index.ts';
import type { UserInternal, UserWire } from './users.ts';

/** The data that a SCIM client gave of a person. Absent for people whom none has provisioned. */
export interface ScimInternal {
  provisioned: true;
  userName: string;
  /** All attributes as they came, as JSON: names of theirs contain dots, which paths of queries do not allow. */
  attributes: string;
  /**
   * The fields that these attributes gave the user; null for fields they do not set, in which the user keeps what
   * others set.
   */
  gave: ScimGave;
}

export interface ScimGave {
  displayName: string | null;
  email: string | null;
  phoneNumber: string | null;
  /** The value of the attribute that the number was read from. */
  phoneText: string | null;
  timeZoneId: string | null;
  language: 'en' | 'de' | null;
  region: string | null;
}

type ScimAttributes = Readonly<Record<string, unknown>>;
type Element = Readonly<Record<string, unknown>>;

interface Person {
  wire: Pick<UserWire, 'email' | 'phoneNumber' | 'timeZoneId' | 'language'> & {
    displayName?: string | null | undefined;
  };
  internal: Pick<UserInternal, 'scim' | 'scimExternalId' | 'suspendedAt'>;
}

export const defaultTimeZone = 'UTC';

const placeholderDomain = '@no-mail.invalid';

/** The address of a person who has none: every user of the API has an e-mail address. */
export function placeholderEmail(userId: string): string {
  return `${userId}${placeholderDomain}`;
}

export function isPlaceholderEmail(email: string): boolean {
  return email.toLowerCase().endsWith(placeholderDomain);
}

/** The name by which a SCIM client knows the person: the one that it gave, or the e-mail address. */
export function scimUserNameOf({ wire, internal }: Person): string {
  return internal.scim?.userName ?? wire.email;
}

const nobody: ScimGave = {
  displayName: null,
  email: null,
  phoneNumber: null,
  phoneText: null,
  timeZoneId: null,
  language: null,
  region: null,
};

/**
 * The person as SCIM clients see them: what a client said, with what was changed here since, so that it can put that
 * right. Of a person who was made by hand, what there is.
 */
export function scimAttributesOf(person: Person): ScimAttributes {
  const { wire, internal } = person;
  const { gave = nobody } = internal.scim ?? {};
  const seen: Record<string, unknown> = { ...attributesGiven(person) };
  seen.userName = scimUserNameOf(person);
  if (internal.scimExternalId !== null) seen.externalId = internal.scimExternalId;
  seen.active = (internal.suspendedAt ?? null) === null;
  put(seen, 'displayName', gave.displayName, wire.displayName ?? null);
  put(seen, 'timezone', gave.timeZoneId, knownTimeZone(wire.timeZoneId, gave.timeZoneId));
  put(seen, 'preferredLanguage', gave.language, wire.language ?? null);
  const email = isPlaceholderEmail(wire.email) ? null : wire.email;
  if (email !== gave.email)
    seen.emails = withElement(seen.emails, gave.email, email, { type: 'work', primary: true });
  if (wire.phoneNumber !== gave.phoneNumber)
    seen.phoneNumbers = withElement(seen.phoneNumbers, gave.phoneText, wire.phoneNumber, {
      type: 'mobile',
    });
  for (const name of ['emails', 'phoneNumbers'])
    if (listOf(seen[name]).length === 0) delete seen[name];
  return seen;
}

/** The attributes as a SCIM client sent them last. */
export function attributesGiven({ internal }: Pick<Person, 'internal'>): ScimAttributes {
  // We wrote it: an object.
  return internal.scim ? (JSON.parse(internal.scim.attributes) as ScimAttributes) : {};
}

/** Every user has a time zone: that of somebody who has set none is nothing to tell. */
function knownTimeZone(is: string, gave: string | null): string | null {
  return is === defaultTimeZone && gave === null ? null : is;
}

function put(seen: Record<string, unknown>, name: string, gave: string | null, is: string | null) {
  if (is === gave) return;
  if (is === null) delete seen[name];
  else seen[name] = is;
}

/** The list with one value in the place of another; at the end where that is not in it. */
function withElement(
  list: unknown,
  former: string | null,
  value: string | null,
  traits: Element,
): Element[] {
  const elements = listOf(list);
  const place = former === null ? -1 : elements.findIndex((one) => one.value === former);
  if (value === null) return elements.filter((_, index) => index !== place);
  if (place >= 0) return elements.map((one, index) => (index === place ? { ...one, value } : one));
  const { primary, ...others } = traits;
  const isFirst = !elements.some((one) => one.primary === true);
  return [...elements, { value, ...others, ...(primary && isFirst ? { primary } : {}) }];
}

function listOf(list: unknown): Element[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Texts are compared as they are; all others without regard to letter case. Must say what the schema says. */
const exactNames = new Set([
  'externalId',
  'profileUrl',
  'photos.value',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User.manager.value',
]);

/**
 * The attributes that SCIM clients search by, in the form in which they are compared. `first` has of each list the
 * element that it is sorted by: the primary one, else the first.
 */
export function scimLookupOf(person: Person): { all: object; first: object } {
  const seen = scimAttributesOf(person);
  const first = Object.entries(seen).flatMap(([name, value]) => {
    const elements = listOf(value);
    const preferred = elements.find((one) => one.primary === true) ?? elements[0];
    return preferred ? [[name, preferred] as const] : [];
  });
  return {
    all: comparable(seen, '') as object,
    first: comparable(Object.fromEntries(first), '') as object,
  };
}

/** The name of an attribute as a part of a path. */
export function scimLookupKey(name: string): string {
  return name.replaceAll('.', '_').replaceAll('$', '_');
}

function comparable(value: unknown, path: string): unknown {
  if (typeof value === 'string') return exactNames.has(path) ? value : foldCase(value);
  if (Array.isArray(value)) return value.map((item) => comparable(item, path));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      scimLookupKey(name),
      comparable(member, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

/** As `scim/` compares texts. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
