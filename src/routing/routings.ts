import type { components } from '../contract/index.ts';
import { demandHold } from '../integrations/index.ts';
import { randomId, systemContext, type World } from '../kernel/index.ts';
import {
  byTeam,
  defineKind,
  demandDateTime,
  listResources,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { demandTeam } from '../teams/index.ts';

type Wire = components['schemas'];

export type RuleConditions = Wire['RoutingConditions'];
export type RuleActions = NonNullable<Wire['RoutingActions']>;
export type RuleChannels = NonNullable<Wire['RoutingChannels']>;
export type NotificationChannel = Wire['NotificationChannel'];

export interface RoutingRule {
  /** Named by execution logs. */
  id: string;
  displayName?: string | null;
  conditions: RuleConditions;
  actions?: RuleActions | null;
  channels?: RuleChannels | null;
}

/** The members of the document's Routing; objects that rules name may have been deleted. */
export type RoutingWire = Required<
  Pick<RoutingInput, 'displayName' | 'teamId' | 'teamConnectionSettings'>
> & {
  rules: RoutingRule[];
};

type RoutingInput = Wire['RoutingInput'];

export type Routing = Resource<RoutingWire>;

export const routingKind = defineKind<RoutingWire>({
  entityType: 'Routing',
  noun: 'routing',
  collection: 'routings',
  shape: wireShapes.Routing,
  displayNameOf: (routing) => routing.displayName,
  filters: { TeamId: byTeam },
  teamOf: (ctx, wire) => demandTeam(ctx, wire.teamId),
  prepare(_ctx, wire, current) {
    const given: readonly Omit<RoutingRule, 'id'>[] = wire.rules ?? [];
    const rules = given.map((rule, index) => {
      const { dateRestriction } = rule.conditions;
      demandDateTime(`rules[${index}].conditions.dateRestriction.from`, dateRestriction?.from);
      demandDateTime(`rules[${index}].conditions.dateRestriction.until`, dateRestriction?.until);
      demandHold(`rules[${index}].actions.hold`, rule.actions?.hold);
      return {
        ...rule,
        // Clients do not send ids back: a rule keeps that of its position (public-api.md 0.12).
        id: current?.wire.rules[index]?.id ?? randomId(),
        displayName: rule.displayName ?? null,
        // Clients of the contract crash on anything but a list here (public-api.md 0.7).
        actions: rule.actions
          ? { ...rule.actions, setAttributes: rule.actions.setAttributes ?? [] }
          : null,
        channels: rule.channels ?? null,
      };
    });
    return { wire: { ...wire, rules }, internal: {} };
  },
  removedWith: { Team: (id) => ({ teamId: id }) },
});

/** All routings of an organization, whoever asks: which rules run does not depend on it. */
export async function loadRoutings(world: World, organizationId: string): Promise<Routing[]> {
  return (await listResources(systemContext(world, organizationId), routingKind)).items;
}
