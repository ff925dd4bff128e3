import { type NumberReach, numbersReach } from '../calls/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';
import type { Period } from './team-coverage.ts';

/** Phone numbers of the teams whose calls do not arrive, or whose callers would find nobody. */
export async function numbersWithoutReach(
  ctx: Ctx,
  catalogue: Catalogue,
  teamIds: readonly string[],
  period: Period,
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const span = { start: period.from, end: period.until };
  const numbers = await numbersReach(ctx, catalogue, teamIds, span);
  return numbers.flatMap((number) => [
    ...notConnected(number, teamOf),
    ...number.unreached.map((unreached) => reachesNobody(number, unreached, span, teamOf)),
  ]);
}

/** Somebody may have entered the addresses by hand: the server cannot look it up. */
function notConnected(
  { integrationId: objectId, displayName, teamId, setUp }: NumberReach,
  teamOf: (id: string) => FindingTeam | null,
): Finding[] {
  if (!setUp) return [];
  const level = setUp.state === 'by-hand' ? 'Hint' : 'Gap';
  const text = say('numberMayNotArrive', { name: displayName, why: setUp.text });
  return [finding('NumberNotConnected', level, text, { objectId, team: teamOf(teamId) })];
}

/** One for each route, however many gaps it has: the team has its own finding for each. */
function reachesNobody(
  { integrationId, displayName, teamId }: NumberReach,
  { route, team, gaps }: NumberReach['unreached'][number],
  span: { start: number; end: number },
  teamOf: (id: string) => FindingTeam | null,
): Finding {
  const [first] = gaps;
  const start = first?.start ?? span.start;
  const end = first?.end ?? span.end;
  const callers =
    route.key === 0
      ? say('callersOf', { number: displayName })
      : say('callersPressing', { number: displayName, key: route.key });
  const about = {
    objectId: integrationId,
    team: teamOf(teamId),
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  };
  if (!team)
    return finding(
      'NumberReachesNobody',
      'Gap',
      say('callersReachNobody', { callers, reach: say('routeTeamDeleted') }),
      about,
    );
  const from = zonedMoment(start, team.timeZoneId);
  const until = end === span.end ? null : zonedMoment(end, team.timeZoneId);
  const then = say(route.voicemailIfNobodyAnswers ? 'thenMessage' : 'thenClosing');
  const reach = reachOf({ from, until, more: gaps.length - 1, team: team.displayName, then });
  return finding(
    'NumberReachesNobody',
    route.voicemailIfNobodyAnswers ? 'Hint' : 'Gap',
    say('callersReachNobody', { callers, reach }),
    about,
  );
}

interface Gap {
  from: string;
  /** Null: beyond what is looked at. */
  until: string | null;
  /** How many gaps follow. */
  more: number;
  team: string;
  then: Sentence;
}

function reachOf({ until, more: count, ...gap }: Gap): Sentence {
  if (until === null)
    return count === 0 ? say('nobodyFrom', gap) : say('nobodyFromAndMore', { ...gap, count });
  return count === 0
    ? say('nobodyBetween', { ...gap, until })
    : say('nobodyBetweenAndMore', { ...gap, until, count });
}
