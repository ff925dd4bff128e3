import { lastSequenceOf } from '../audit/index.ts';
import type { Ctx, World } from '../kernel/index.ts';
import { calendarsChangedAt } from '../person-calendars/index.ts';
import { changeCount, kindsOf } from '../resources/index.ts';
import type { Guarantee } from './guarantee-kind.ts';

/** No decision about who is told looks at them, and people change them often. */
const besidesAlerting: ReadonlySet<string> = new Set([
  'ApiKey',
  'CoverRequest',
  'Group',
  'GroupMapping',
  'Guarantee',
  'OidcConnection',
  'OnCallCalendar',
  'PublicUpdateTemplate',
  'ServiceMaintenance',
  'StatusPage',
  'StatusPageSubscriber',
  'StatusPageSubscriberSms',
]);

/** The types of objects that a guarantee may depend on. */
function entityTypesAsked(world: World): string[] {
  return kindsOf(world)
    .map(({ entityType }) => entityType)
    .filter((type) => !besidesAlerting.has(type));
}

/**
 * Changes whenever anything does that guarantees of the organization may depend on, whichever process changed it: what
 * the audit log says of such objects, and what was read of calendars.
 */
export async function inputsOf(ctx: Ctx): Promise<string> {
  const { organizationId } = ctx;
  const [sequence, calendars] = await Promise.all([
    lastSequenceOf(ctx, organizationId, entityTypesAsked(ctx)),
    calendarsChangedAt(ctx),
  ]);
  return `${sequence} ${calendars?.getTime() ?? 0}`;
}

/** The same for one guarantee, which is among them. */
export function inputsKeyOf(inputs: string, { version }: Pick<Guarantee, 'version'>): string {
  return `${inputs} ${version}`;
}

/** Moves when this process has changed any of it, or a guarantee. */
export function inputChanges(world: World): number {
  return changeCount(world, 'Guarantee', 'Suspension', ...entityTypesAsked(world));
}
