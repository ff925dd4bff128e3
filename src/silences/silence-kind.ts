import { nextWindow } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { type Actor, type Ctx, invalidField, systemContext } from '../kernel/index.ts';
import {
  byTeam,
  defineKind,
  demandWindow,
  listResources,
  lookupInstant,
  noticesOf,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';
import { activeUntil } from './silence-times.ts';

export type SilenceWire = Required<components['schemas']['SilenceInput']>;

export interface SilenceInternal {
  /** A user or an API key. */
  createdById: string | null;
}

export type Silence = Resource<SilenceWire, SilenceInternal>;

/** A year that has a 29th of February, too. */
const longest = 366 * 86_400_000;
const longestRecurring = 10 * longest;

export const silenceKind = defineKind<SilenceWire, SilenceInternal>({
  entityType: 'Silence',
  noun: 'silence',
  collection: 'silences',
  shape: wireShapes.Silence,
  displayNameOf: ({ displayName }) => displayName,
  lookupOf: (silence) => ({ endsAt: lookupInstant(silence.end), notices: noticesOf([silence]) }),
  filters: { TeamId: byTeam },
  teamOf: (ctx, { teamId }) => demandTeam(ctx, teamId),
  async prepare(ctx, wire, current) {
    demandTimes(wire);
    if ((wire.matchers ?? []).length === 0 && (wire.integrationIds ?? []).length === 0)
      throw invalidField('matchers', say('silenceMatchesNothing'));
    await demandOwnIntegrations(ctx, wire);
    return { wire, internal: current?.internal ?? { createdById: idOf(ctx.actor) } };
  },
  removedWith: { Team: (id) => ({ teamId: id }) },
  // Finds silences that are not over, when an incident opens.
  indexes: [
    [{ organizationId: 1, 'lookup.endsAt': 1 }],
    // Finds those of which tools are told, of all organizations.
    [{ 'lookup.notices': 1 }, { sparse: true }],
  ],
});

/** Silences that had not ended at `since`. */
export async function silencesEndingAfter(ctx: Ctx, since: Date): Promise<readonly Silence[]> {
  const after = { $gte: lookupInstant(since) };
  return (await listResources(ctx, silenceKind, { 'lookup.endsAt': after })).items;
}

/** When what the silence mutes is heard again; null when it mutes nothing now. */
export async function silenceEnd(ctx: Ctx, id: string): Promise<Date | null> {
  const { items } = await listResources(ctx, silenceKind, { _id: { $in: [id] } });
  const [silence] = items;
  return silence ? activeUntil(silence, ctx.clock.now()) : null;
}

function demandTimes({ start, end, recurrences, inverted }: SilenceWire): void {
  demandWindow({ start, end, recurrences });
  const length = Date.parse(end) - Date.parse(start);
  if (length === 0) throw invalidField('end', say('mustBeAfter', { start: 'start' }));
  // A recurring silence is set up once and stays.
  if ((recurrences ?? []).length > 0) {
    if (length > longestRecurring) throw invalidField('end', say('withinTenYearsOfStart'));
  } else if (length > longest) throw invalidField('end', say('withinYearOfStart'));
  if (!inverted) return;
  if ((recurrences ?? []).length === 0)
    throw invalidField('inverted', say('invertedNeedsRecurrences'));
  if (nextWindow({ start, end, recurrences, inverted }, Date.parse(start)) === null)
    throw invalidField('inverted', say('invertedLeavesNothing'));
}

/** Integrations of another team, or deleted ones, would never match. Those that were named before may stay. */
async function demandOwnIntegrations(ctx: Ctx, { teamId, integrationIds }: SilenceWire) {
  const ids = (integrationIds ?? []).map((id) => id.toLowerCase());
  if (ids.length === 0) return;
  // Integrations out of the actor's sight count, too.
  const all = systemContext(ctx, ctx.organizationId);
  const { items } = await listResources(all, integrationKind, { _id: { $in: ids } });
  const foreign = items.find((one) => one.wire.teamId.toLowerCase() !== teamId.toLowerCase());
  if (foreign)
    throw invalidField('integrationIds', say('integrationOfOtherTeam', { id: foreign.id }));
}

function idOf(actor: Actor): string | null {
  return actor.kind === 'system' ? null : actor.id;
}
