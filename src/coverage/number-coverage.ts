import { type NumberReach, numbersReach } from '../calls/index.ts';
import type { Catalogue } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';
import { momentOf } from './moment.ts';
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
  const text = `Calls to the number “${displayName}” may not arrive. ${setUp.text}`;
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
  const pressing = route.key === 0 ? '' : ` who press ${route.key}`;
  const callers = `Callers of the number “${displayName}”${pressing}`;
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
      `${callers} reach nobody: the team of the route was deleted.`,
      about,
    );
  const shown = (instant: number) => momentOf(instant, team.timeZoneId);
  const when =
    end === span.end ? `from ${shown(start)} on` : `from ${shown(start)} to ${shown(end)}`;
  const often = gaps.length === 1 ? '' : `, and ${gaps.length - 1} times more`;
  const then = route.voicemailIfNobodyAnswers
    ? 'They are asked for a message.'
    : 'They hear the closing message, and nobody learns of it.';
  return finding(
    'NumberReachesNobody',
    route.voicemailIfNobodyAnswers ? 'Hint' : 'Gap',
    `${callers} reach nobody ${when}${often}: nobody with a confirmed phone number is on call in ${team.displayName}. ${then}`,
    about,
  );
}
