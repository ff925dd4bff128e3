import { isDeepStrictEqual } from 'node:util';
import type { Attributes } from '../../scim/index.ts';
import {
  attributesGiven,
  defaultTimeZone,
  isPlaceholderEmail,
  isSuspended,
  phoneNumberParts,
  placeholderEmail,
  type ScimGave,
  scimAttributesOf,
  type User,
  type UserInternal,
} from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { productFieldsOf } from './product-fields.ts';

type UserState = Pick<User, 'wire' | 'internal'>;

export interface NewUser extends Pick<User, 'wire'> {
  internal: Omit<User['internal'], 'phoneNumberConfirmed'>;
}

/** A new user of a SCIM client, but for what `prepare` says of a phone number. */
export function newUser(ctx: Ctx, id: string, attributes: Attributes): NewUser {
  const { scim, ...gave } = scimParts(attributes, productFieldsOf(attributes));
  return {
    wire: {
      displayName: gave.displayName,
      userName: userNameOf(attributes),
      email: gave.email ?? placeholderEmail(id),
      phoneNumber: gave.phoneNumber,
      timeZoneId: gave.timeZoneId ?? defaultTimeZone,
      language: gave.language,
      region: gave.region,
    },
    internal: {
      scim,
      scimExternalId: textOf(attributes.externalId),
      suspendedAt: attributes.active === false ? ctx.clock.now() : null,
    },
  };
}

/**
 * The user once a SCIM client has put these attributes in the place of those it saw. What it left as it saw it stays as
 * it is: what others changed here does not become its own because it was sent back. What it gave before and does not
 * give any more is cleared; what it never gave stays.
 */
export function changedUser(ctx: Ctx, current: User, given: Attributes): UserState {
  const before = current.internal.scim?.gave;
  const attributes = withoutEchoes(current, given);
  const { scim, ...gave } = scimParts(attributes, productFieldsOf(attributes));
  const seen = scimAttributesOf(current);
  const isChanged = (...names: string[]) =>
    names.some((name) => !isDeepStrictEqual(given[name], seen[name]));
  /** The value of a field from now on. */
  const decide = <Field extends Exclude<keyof ScimGave, 'phoneText'>>(
    field: Field,
    is: ScimGave[Field],
    ...names: string[]
  ): ScimGave[Field] => {
    if (!isChanged(...names)) return is;
    const wanted = gave[field];
    return wanted ?? ((before?.[field] ?? null) === null ? is : null);
  };
  const { wire, internal } = current;
  const email = isPlaceholderEmail(wire.email) ? null : wire.email;
  const phoneNumber = decide(
    'phoneNumber',
    wire.phoneNumber,
    'phoneNumbers',
    'addresses',
    'locale',
  );
  const parts = phoneNumber === wire.phoneNumber ? {} : phoneNumberParts(ctx, phoneNumber, current);
  return {
    wire: {
      ...wire,
      displayName: decide('displayName', wire.displayName, 'displayName', 'name'),
      userName: isChanged('userName') ? userNameOf(given) : (wire.userName ?? userNameOf(given)),
      email: decide('email', email, 'emails') ?? placeholderEmail(current.id),
      phoneNumber,
      timeZoneId: decide('timeZoneId', wire.timeZoneId, 'timezone') ?? defaultTimeZone,
      language: decide('language', wire.language ?? null, 'preferredLanguage'),
      region: decide('region', wire.region ?? null, 'locale', 'preferredLanguage'),
    },
    internal: {
      ...internal,
      ...parts,
      scim,
      scimExternalId: textOf(given.externalId),
      suspendedAt: suspensionAfter(ctx, current, given.active),
    },
  };
}

/** Left out, it stays as it is: nobody is resumed by omission. */
function suspensionAfter(ctx: Ctx, current: User, active: unknown): Date | null {
  const since = current.internal.suspendedAt ?? null;
  if (active === undefined || active === !isSuspended(current)) return since;
  return active === false ? ctx.clock.now() : null;
}

/** Lists and texts that show what others set, sent back as they were, are not what the client gives. */
function withoutEchoes(current: User, given: Attributes): Attributes {
  const own = attributesGiven(current.internal.scim ? current : { internal: current.internal });
  const seen = scimAttributesOf(current);
  const kept: Record<string, Attributes[string]> = { ...given };
  for (const name of ['displayName', 'timezone', 'preferredLanguage', 'emails', 'phoneNumbers']) {
    if (!isDeepStrictEqual(given[name], seen[name])) continue;
    // They came from a client: attributes.
    if (own[name] === undefined) delete kept[name];
    else kept[name] = own[name] as Attributes[string];
  }
  return kept;
}

function scimParts(
  attributes: Attributes,
  gave: ScimGave,
): ScimGave & Required<Pick<UserInternal, 'scim'>> {
  // The user itself holds these two, and knows them better.
  const { active: _active, externalId: _externalId, ...others } = attributes;
  const scim = {
    provisioned: true as const,
    userName: String(attributes.userName),
    attributes: JSON.stringify(others),
    gave,
  };
  return { scim, ...gave };
}

/** The user name of the API is short. */
function userNameOf({ userName }: Attributes): string | null {
  const text = textOf(userName);
  return text !== null && text.length <= 100 ? text : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
