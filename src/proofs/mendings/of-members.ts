import { isSuspended, personName, type User, userKind } from '../../identity/index.ts';
import { escalationsKind, policyKind } from '../../on-call/index.ts';
import { say } from '../../sentences/index.ts';
import { assignment, itemsOf, resource } from '../../stage/index.ts';
import { teamMembershipKind } from '../../teams/index.ts';
import type { Candidate, MendingQuestion } from './candidate.ts';
import { membersOf } from './duty.ts';
import { fixed, found } from './members.ts';
import { replaced, teamName } from './names.ts';

/** One more step for everybody of a team, a policy where it has none, and somebody in the team where nobody is. */
export function ofMembers(question: MendingQuestion): Candidate[] {
  return [...withFurtherStep(question), ...withMembers(question), ...withPolicy(question)];
}

/** One that comes with the last one of the policy and tells administrators of its team, or else all members. */
function withFurtherStep(question: MendingQuestion): Candidate[] {
  const { told } = question;
  return found(question, policyKind).flatMap(({ id, wire }) =>
    (['administrators', 'members'] as const).map((pick): Candidate => {
      const teamId = wire.teamId.toLowerCase();
      const team = teamName(question, teamId);
      return {
        minutesMax: told.withinMinutes,
        mending(minutes) {
          const step = { afterMinutes: minutes, targets: [{ teamId, pick }] };
          return {
            text: say(pick === 'members' ? 'mendWithMembers' : 'mendWithAdministrators', {
              ...{ policy: wire.displayName, team, minutes },
            }),
            change: replaced(policyKind, id, { ...wire, steps: [...wire.steps, step] }),
            member: 'steps',
            code: assignment(`steps[${wire.steps.length}]`, step),
          };
        },
      };
    }),
  );
}

/** How many of the organization are tried. */
const newcomersMax = 2;

function anybodyIn({ snapshot }: MendingQuestion): User[] {
  return itemsOf(snapshot, userKind)
    .filter((user) => !isSuspended(user))
    .slice(0, newcomersMax);
}

function withMembers(question: MendingQuestion): Candidate[] {
  const teamIds = new Set(found(question, policyKind).map(({ wire }) => wire.teamId.toLowerCase()));
  return [...teamIds]
    .filter((teamId) => membersOf(question, teamId).length === 0)
    .flatMap((teamId) =>
      anybodyIn(question).map((user) => {
        const wire = { userId: user.id, teamId, role: 'Member' };
        const { entityType } = teamMembershipKind;
        return fixed({
          text: say('mendMember', {
            person: personName(user.wire),
            team: teamName(question, teamId),
          }),
          change: { action: 'create', entityType, id: 'new:mending', wire },
          member: null,
          code: resource('tocsin_team_membership', 'joins', wire),
        });
      }),
    );
}

function withPolicy(question: MendingQuestion): Candidate[] {
  const { teamId } = question;
  const hasPlan = [...found(question, policyKind), ...found(question, escalationsKind)].length > 0;
  if (hasPlan) return [];
  const team = teamName(question, teamId);
  return anybodyIn(question).map((user) => {
    const wire = {
      ...{ displayName: team, teamId, isDefault: true },
      steps: [{ targets: [{ userId: user.id }] }],
    };
    return fixed({
      text: say('mendPolicy', { team, person: personName(user.wire) }),
      change: { action: 'create', entityType: policyKind.entityType, id: 'new:mending', wire },
      member: null,
      code: resource('tocsin_escalation_policy', 'default', wire),
    });
  });
}
