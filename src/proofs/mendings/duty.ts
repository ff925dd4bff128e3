import { isSuspended, personName, type User, userKind } from '../../identity/index.ts';
import { escalationsKind, policyKind } from '../../on-call/index.ts';
import { say, zonedMoment } from '../../sentences/index.ts';
import { itemsOf, resource } from '../../stage/index.ts';
import { teamMembershipKind } from '../../teams/index.ts';
import { type Candidate, eachMax, type MendingQuestion } from './candidate.ts';
import { fixed, found } from './members.ts';
import { teamName, teamZone } from './names.ts';

/** Longer ahead, somebody plans it rather than standing in. */
const dutyMilliseconds = 14 * 86_400_000;

/** People of the team, on call as well in its first tier, or in the schedules of its policy, as long as it breaks. */
export function withDuty(question: MendingQuestion): Candidate[] {
  const { hole } = question;
  const start = new Date(Math.floor(hole.start / 60_000) * 60_000);
  const last = Math.min(hole.end, hole.start + dutyMilliseconds);
  const end = new Date(Math.ceil(last / 60_000) * 60_000);
  const ofTiers = found(question, escalationsKind).map(({ id }) => ({
    teamId: id,
    place: { teamId: id, escalationTier: 1 },
  }));
  const ofSchedules = found(question, policyKind).flatMap(({ wire }) =>
    scheduleIdsOf(wire).map((scheduleId) => ({
      teamId: wire.teamId.toLowerCase(),
      place: { scheduleId },
    })),
  );
  return [...ofTiers, ...ofSchedules].flatMap(({ teamId, place }) => {
    const zone = teamZone(question, teamId);
    return membersOf(question, teamId).map((user) => {
      const duty = {
        ...{ userId: user.id, type: 'online', ...place },
        ...{ start: wholeMinute(start), end: wholeMinute(end) },
      };
      return fixed({
        text: say('mendDuty', {
          person: personName(user.wire),
          team: teamName(question, teamId),
          start: zonedMoment(start.getTime(), zone),
          end: zonedMoment(end.getTime(), zone),
        }),
        change: { action: 'create', entityType: 'OnCallOverride', id: 'new:mending', wire: duty },
        member: null,
        code: resource('tocsin_on_call_override', 'stands_in', duty),
      });
    });
  });
}

/** Without the milliseconds, which are none. */
function wholeMinute(instant: Date): string {
  return instant.toISOString().replace('.000Z', 'Z');
}

export function scheduleIdsOf({
  steps,
}: {
  steps: readonly { targets?: readonly { scheduleId?: string | null }[] | null }[];
}): string[] {
  const ids = steps.flatMap(({ targets }) =>
    (targets ?? []).flatMap(({ scheduleId }) => scheduleId?.toLowerCase() ?? []),
  );
  return [...new Set(ids)].slice(0, eachMax);
}

/** The first members of a team who are not suspended. */
export function membersOf(question: MendingQuestion, teamId: string): User[] {
  const { snapshot } = question;
  const ids = new Set(
    itemsOf(snapshot, teamMembershipKind)
      .filter(({ wire }) => wire.teamId.toLowerCase() === teamId)
      .flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []),
  );
  return itemsOf(snapshot, userKind)
    .filter((user) => ids.has(user.id) && !isSuspended(user))
    .slice(0, eachMax);
}
