import { hashPassword } from '../accounts/index.ts';
import type { components } from '../contract/index.ts';
import { invalidField } from '../kernel/index.ts';
import {
  byLookup,
  defineKind,
  demandAddressList,
  demandTimeZone,
  type Resource,
  wireShapes,
  withStableIds,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandLogo } from './logo.ts';

/**
 * The document's StatusPage as it is stored; services in it may have been deleted. Its password is only in requests,
 * see `StatusPageInternal`.
 */
export type StatusPageWire = Required<components['schemas']['StatusPageInput']>;

export interface StatusPageInternal {
  passwordHash: string | null;
}

export type StatusPage = Resource<StatusPageWire, StatusPageInternal>;

export const statusPageKind = defineKind<StatusPageWire, StatusPageInternal>({
  entityType: 'StatusPage',
  noun: 'status-page',
  collection: 'status_pages',
  shape: wireShapes.StatusPage,
  displayNameOf: (page) => page.displayName,
  lookupOf: ({ slug, customHostSettings }) => ({ slug, host: customHostSettings?.host ?? null }),
  filters: { Slug: byLookup('slug') },
  async prepare(_ctx, wire, current) {
    demandReachable(wire);
    demandTimeZone('timeZoneId', wire.timeZoneId);
    demandLogo('publicLogo', wire.publicLogo);
    demandAddressList('privateIpFilter', wire.privateIpFilter);
    const { passwordProtectionPassword: password, ...shown } = wire;
    return {
      wire: {
        ...shown,
        customHostSettings: wire.customHostSettings && {
          ...wire.customHostSettings,
          cloudFlareCreateCustomHostNameResponse: null,
        },
        serviceGroups: withStableIds(wire.serviceGroups, current?.wire.serviceGroups),
      } as StatusPageWire,
      internal: {
        passwordHash: await passwordHash(password, current?.internal.passwordHash ?? null),
      },
    };
  },
  duplicate: {
    code: 'validation-failed',
    field: 'slug',
    message: say('pageAddressTaken'),
  },
  // Part of public addresses: unique over all organizations.
  indexes: [
    [{ 'lookup.slug': 1 }, { unique: true, sparse: true }],
    [{ 'lookup.host': 1 }, { unique: true, sparse: true }],
  ],
});

function demandReachable({
  slug,
  customHostSettings,
  privateUserAuthenticationRequired,
}: StatusPageWire): void {
  if (slug === null && customHostSettings === null)
    throw invalidField('slug', say('pageNeedsAddress'));
  if (customHostSettings !== null && privateUserAuthenticationRequired === true)
    throw invalidField('privateUserAuthenticationRequired', say('noSignInOnCustomHost'));
}

/** Left out or null, the present one stays; the empty text removes it. */
function passwordHash(
  password: string | null | undefined,
  present: string | null,
): Promise<string> | string | null {
  if (password === null || password === undefined) return present;
  return password === '' ? null : hashPassword(password, 'page');
}

/** The services that a page shows, in groups or alone. */
export function servicesShownOn({ wire }: StatusPage): string[] {
  return [
    ...(wire.serviceIds ?? []),
    ...(wire.serviceGroups ?? []).flatMap((group) => group.serviceIds),
  ];
}
