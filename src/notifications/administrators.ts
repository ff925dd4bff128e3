import { organizationMembershipKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { teamMembershipKind } from '../teams/index.ts';
import type { ChannelReadiness } from './deliveries-to.ts';
import type { DeliveryDocument } from './delivery.ts';
import { notesTo, type PersonalNote } from './notes-to.ts';
import { loadRecipients, type NamedRecipient } from './recipients.ts';

/** As lookups are stored: in lower case. */
type Role = 'owner' | 'administrator';

/** People with one of these roles in the organization. */
export async function organizationPeople(
  ctx: Ctx,
  roles: readonly Role[],
): Promise<NamedRecipient[]> {
  const filter = { 'lookup.role': { $in: [...roles] } };
  return peopleOf(ctx, (await listResources(ctx, organizationMembershipKind, filter)).items);
}

export async function teamAdministrators(ctx: Ctx, teamId: string): Promise<NamedRecipient[]> {
  const filter = { 'lookup.teamId': teamId, 'lookup.role': 'administrator' };
  return peopleOf(ctx, (await listResources(ctx, teamMembershipKind, filter)).items);
}

async function peopleOf(
  ctx: Ctx,
  memberships: readonly { wire: { userId?: string | null } }[],
): Promise<NamedRecipient[]> {
  const ids = memberships.flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []);
  return ids.length === 0 ? [] : [...(await loadRecipients(ctx, ids)).values()];
}

/** A note to all of them. Pure. */
export function notesToAll(
  people: readonly NamedRecipient[],
  note: PersonalNote,
  channels: ChannelReadiness,
): DeliveryDocument[] {
  return people.flatMap(({ recipient }) => notesTo(recipient, note, channels));
}
