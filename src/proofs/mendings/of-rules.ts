import { routingKind } from '../../routing/index.ts';
import { say } from '../../sentences/index.ts';
import type { Candidate, MendingQuestion } from './candidate.ts';
import { fixed, found, withMember, withoutMembers } from './members.ts';
import { replaced } from './names.ts';

/** Whatever of a rule can keep people from being told, or from being told in time. */
const members = [
  'actions.changeSeverity',
  'actions.addInteraction',
  'actions.hold',
  'actions.useEscalationPolicyId',
  'actions.ruleFlowControl',
  'actions.delayActionsInMinutes',
  'actions.deleteInRelativeInSeconds',
  'actions.assignToTeams',
  'channels',
];

/** Conditions of the routing that decided. */
function conditionsOf({ objects }: MendingQuestion, routingId: string): string[] {
  return objects.flatMap(({ id, member }) =>
    id === routingId && member?.includes('.conditions.') ? member : [],
  );
}

/** Rules that fired without one thing that they do, or not there at all. */
export function ofRules(question: MendingQuestion): Candidate[] {
  const { entityType } = routingKind;
  const places = new Set(
    question.objects.flatMap(({ entityType: type, id, member }) =>
      type === entityType && member ? [`${id} ${member}`] : [],
    ),
  );
  return found(question, routingKind).flatMap(({ id, wire }) => {
    const { displayName, rules } = wire;
    const of = { entityType, id, wire, displayName };
    const fired = rules.flatMap((rule, index): Candidate[] => {
      if (!places.has(`${id} rules[${index}]`)) return [];
      const at = `rules[${index}]`;
      const change = replaced(routingKind, id, { ...wire, rules: rules.toSpliced(index, 1) });
      const text = say('mendRule', { rule: index + 1, routing: displayName });
      return [
        ...(rule.actions?.discard ? withMember(of, `${at}.actions.discard`, false) : []),
        ...withoutMembers(
          of,
          members.map((member) => `${at}.${member}`),
        ),
        fixed({ text, change, member: at, code: null }),
      ];
    });
    return [...withoutMembers(of, conditionsOf(question, id)), ...fired];
  });
}
