import { systemContext, type World, within } from '../kernel/index.ts';
import { LatelyRead, listResources } from '../resources/index.ts';
import { type ShadowRun, shadowRunKind } from './shadow-run-kind.ts';

/** Which teams of an organization are in shadow. */
export interface TeamsInShadow {
  /** Whether all of these are now; never of none. */
  holds(teamIds: readonly string[], now: Date): boolean;
  /** Whether what opened in shadow is told of from now on: a run of one of these teams has ended and says so. */
  adopts(teamIds: readonly string[], now: Date): boolean;
}

/** Who waits for longer tells people. */
const patienceMilliseconds = 1000;

/** Whether nobody of its teams is told at that time. */
export function isSilentAt(
  { wire: { state, until } }: Pick<ShadowRun, 'wire'>,
  now: Date,
): boolean {
  return state === 'Shadow' && Date.parse(until) > now.getTime();
}

/** Whether what opened while nobody was told is told of at that time. */
export function adoptsAt(run: Pick<ShadowRun, 'wire'>, now: Date): boolean {
  return run.wire.adoptsOpen && !isSilentAt(run, now);
}

/** The teams that these runs keep from being told. Pure. */
export function teamsOfRuns(runs: readonly Pick<ShadowRun, 'wire'>[]): TeamsInShadow {
  const byTeam = new Map(
    runs.flatMap((run) => run.wire.teamIds.map((id) => [id.toLowerCase(), run] as const)),
  );
  return {
    holds(teamIds, now) {
      if (byTeam.size === 0 || teamIds.length === 0) return false;
      return teamIds.every((id) => {
        const run = byTeam.get(id.toLowerCase());
        return run !== undefined && isSilentAt(run, now);
      });
    },
    adopts: (teamIds, now) =>
      teamIds.some((id) => {
        const run = byTeam.get(id.toLowerCase());
        return run !== undefined && adoptsAt(run, now);
      }),
  };
}

const noTeamsInShadow = teamsOfRuns([]);

const nothingKnown = () => new LatelyRead<TeamsInShadow>([shadowRunKind]);

/** The teams that are in shadow: every payload asks. None when that cannot be read. */
export function teamsInShadow(world: World, organizationId: string): Promise<TeamsInShadow> {
  const lately = world.memory.of(nothingKnown);
  return lately.of(world, organizationId, () =>
    loadTeams(world, organizationId).catch((error: unknown) => {
      world.log.error(
        { err: error, organizationId },
        'shadow runs cannot be read: people are told',
      );
      lately.forget(organizationId);
      return noTeamsInShadow;
    }),
  );
}

async function loadTeams(world: World, organizationId: string): Promise<TeamsInShadow> {
  const runs = listResources(systemContext(world, organizationId), shadowRunKind);
  const { items } = await within(patienceMilliseconds, runs, () => {
    throw new Error(`The store has not answered within ${patienceMilliseconds} ms.`);
  });
  return teamsOfRuns(items);
}
