import { escalationsKind, policyKind } from '../../on-call/index.ts';
import { say } from '../../sentences/index.ts';
import { assignment } from '../../stage/index.ts';
import type { Candidate, MendingQuestion } from './candidate.ts';
import { found, withMember, withoutMembers } from './members.ts';
import { replaced, teamName } from './names.ts';

/** Tiers and steps sooner, and without what keeps them from being taken. */
export function ofPlans(question: MendingQuestion): Candidate[] {
  return [
    ...withSoonerTiers(question),
    ...withSoonerSteps(question),
    ...withOpenTiers(question),
    ...withOpenPolicies(question),
  ];
}

function withSoonerTiers(question: MendingQuestion): Candidate[] {
  const { told } = question;
  return found(question, escalationsKind).flatMap(({ id, wire }) => {
    const tiers = wire.escalationTiers;
    const team = teamName(question, id);
    return tiers.slice(0, -1).flatMap((tier, index): Candidate[] => {
      const isOn = tier.autoEscalationEnabled === true;
      const present = tier.autoEscalationAfterMinutes ?? 0;
      const of = `escalationTiers[${index}]`;
      if (isOn && present === 0) return [];
      return [
        {
          minutesMax: isOn ? present - 1 : told.withinMinutes,
          mending(minutes) {
            const changed = {
              ...(isOn ? {} : { autoEscalationEnabled: true }),
              autoEscalationAfterMinutes: minutes,
            };
            const escalationTiers = tiers.with(index, { ...tier, ...changed });
            return {
              text: say('mendTier', { tier: index + 1, team, minutes }),
              change: replaced(escalationsKind, id, { ...wire, escalationTiers }),
              member: `${of}.autoEscalationAfterMinutes`,
              code: Object.entries(changed)
                .map(([member, value]) => assignment(`${of}.${member}`, value))
                .join('\n'),
            };
          },
        },
      ];
    });
  });
}

function withSoonerSteps(question: MendingQuestion): Candidate[] {
  return found(question, policyKind).flatMap(({ id, wire }) =>
    wire.steps.flatMap((step, index): Candidate[] => {
      const present = step.afterMinutes ?? 0;
      const member = `steps[${index}].afterMinutes`;
      if (present === 0) return [];
      return [
        {
          minutesMax: present - 1,
          mending: (minutes) => ({
            text: say('mendStep', { step: index + 1, policy: wire.displayName, minutes }),
            change: replaced(policyKind, id, {
              ...wire,
              steps: wire.steps.with(index, { ...step, afterMinutes: minutes }),
            }),
            member,
            code: assignment(member, minutes),
          }),
        },
      ];
    }),
  );
}

const stepMembers = ['severities', 'urgencies', 'hours', 'afterPayloads', 'share', 'urgency'];

function withOpenPolicies(question: MendingQuestion): Candidate[] {
  return found(question, policyKind).flatMap(({ id, wire }) => {
    const of = { entityType: policyKind.entityType, id, wire, displayName: wire.displayName };
    const steps = wire.steps.flatMap(({ ifNobody }, index) => [
      ...withoutMembers(
        of,
        stepMembers.map((member) => `steps[${index}].${member}`),
      ),
      ...(ifNobody === 'wait' ? withMember(of, `steps[${index}].ifNobody`, 'nextAtOnce') : []),
    ]);
    return [
      ...steps,
      ...withMember(of, 'lowUrgencyEscalates', true),
      ...withoutMembers(of, ['resolvesAfterMinutes']),
    ];
  });
}

const tierMembers = ['autoEscalationSeverities', 'autoEscalationTimeFilters'];

function withOpenTiers(question: MendingQuestion): Candidate[] {
  return found(question, escalationsKind).flatMap(({ id, wire }) => {
    const displayName = teamName(question, id);
    const of = { entityType: escalationsKind.entityType, id, wire, displayName };
    return wire.escalationTiers.flatMap(({ schedules }, index) =>
      withoutMembers(of, [
        ...tierMembers.map((member) => `escalationTiers[${index}].${member}`),
        ...schedules.map(
          (_, place) => `escalationTiers[${index}].schedules[${place}].scheduleSettings`,
        ),
      ]),
    );
  });
}
