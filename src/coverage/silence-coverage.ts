import { nextWindow, type RecurringWindow } from '../calendar/index.ts';
import { integrationKind, maintenanceWindowKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { displayNames, listResources, type Resource } from '../resources/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { silenceKind } from '../silences/index.ts';
import type { TeamWire } from '../teams/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

/** Without a break for longer than this, somebody may have forgotten it. */
const longest = 31 * 86_400_000;

/** A silence, or a maintenance window. */
interface Quiet {
  objectId: string;
  /** Its own, or that of the integration or the team. */
  name: string;
  team: FindingTeam | null;
  window: RecurringWindow;
}

/** Silences and maintenance windows that keep alerts from people for so long that nobody may know of them any more. */
export async function silencedForLong(
  ctx: Ctx,
  teams: readonly Resource<TeamWire>[],
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const ofThem = { teamId: { $in: teams.map(({ id }) => id) } };
  const [silences, windows] = await Promise.all([
    listResources(ctx, silenceKind, ofThem),
    listResources(ctx, maintenanceWindowKind, ofThem),
  ]);
  const integrations = [...new Set(windows.items.map(({ wire }) => idOf(wire.integrationId)))];
  const names = await displayNames(ctx, integrationKind, integrations);
  const now = ctx.clock.now().getTime();
  const found = (said: typeof saidOfSilence, all: readonly Quiet[]) =>
    all.flatMap(({ objectId, name, team, window }) => {
      const next = nextWindow(window, now);
      if (next === null) return [];
      const isLong = next.end - Math.max(next.start, now) > longest;
      if (!isLong && !window.inverted) return [];
      const isEnding = Number.isFinite(next.end);
      const until = isEnding ? zonedMoment(next.end, team?.timeZoneId ?? 'UTC') : null;
      const sentence = said(name, window, until);
      const end = isLong && isEnding ? new Date(next.end).toISOString() : null;
      return [finding('SilencedForLong', 'Hint', sentence, { objectId, team, end })];
    });
  return [
    ...found(
      saidOfSilence,
      silences.items.map(({ id, wire }) => ({
        objectId: id,
        name: wire.displayName,
        team: teamOf(wire.teamId),
        window: wire,
      })),
    ),
    ...found(saidOfWindow, [
      ...windows.items.map(({ id, teamId, wire }) => ({
        objectId: id,
        name: names.get(idOf(wire.integrationId)) ?? id,
        team: teamId ? teamOf(teamId) : null,
        window: wire,
      })),
      ...teams.flatMap(({ id, wire }) =>
        (wire.maintenanceWindows ?? []).map((window) => ({
          objectId: id,
          name: wire.displayName,
          team: teamOf(id),
          window,
        })),
      ),
    ]),
  ];
}

function idOf(integrationId: string): string {
  return integrationId.toLowerCase();
}

function saidOfSilence(
  name: string,
  { inverted }: RecurringWindow,
  until: string | null,
): Sentence {
  return inverted || until === null
    ? say('silenceInverted', { name })
    : say('silenceForLong', { name, until });
}

function saidOfWindow(name: string, _: RecurringWindow, until: string | null): Sentence {
  return until === null ? say('windowWithoutEnd', { name }) : say('windowForLong', { name, until });
}
