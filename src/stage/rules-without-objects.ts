import { goneFrom, teamsOfRouting } from '../routing/index.ts';
import type { Stage } from './open-stage.ts';

/** A rule that can never fire: of the objects that a condition of it names none is there any more. */
export interface RuleWithoutObjects {
  routingId: string;
  /** From 0. */
  place: number;
  routing: string;
  rule: string | null;
  condition: 'services' | 'integrations';
}

/** Such rules of the routings that are about incidents of these teams. Pure. */
export function rulesWithoutObjects(
  { facts, organizationId, surroundings }: Stage,
  teamIds: string[],
): RuleWithoutObjects[] {
  const isThere = (kind: 'Service' | 'InboundIntegration', id: string) =>
    kind === 'Service' ? surroundings.nameOf(kind, id) !== null : facts.integrations.has(id);
  const all = facts.organizations.get(organizationId)?.routings ?? [];
  return all
    .filter((routing) => teamsOfRouting(routing, { teamIds }).length > 0)
    .flatMap(({ id: routingId, wire: { displayName: routing, rules } }) =>
      rules.flatMap(({ conditions, displayName: rule = null }, place) => {
        const condition = goneFrom(conditions, isThere);
        return condition === null ? [] : { routingId, place, routing, rule, condition };
      }),
    );
}
