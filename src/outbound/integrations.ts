import type { components } from '../contract/index.ts';
import { invalidField, systemContext, type World } from '../kernel/index.ts';
import {
  byLookup,
  byTeam,
  defineKind,
  findResource,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';
import { demandSettings } from './settings.ts';
import { noticeObstacle, toolOf } from './tools/index.ts';
import { findOutboundType } from './types.ts';

/** The document's OutboundIntegration as it is stored. */
export type OutboundIntegrationWire = Required<components['schemas']['OutboundIntegrationInput']>;

export interface OutboundIntegrationInternal {
  /** Why the server paused it. */
  pausedReason: Sentence | null;
}

export type OutboundIntegration = Resource<OutboundIntegrationWire, OutboundIntegrationInternal>;

/** Storing one calls nobody: whether the tool can be reached shows at the first delivery. */
export const outboundIntegrationKind = defineKind<
  OutboundIntegrationWire,
  OutboundIntegrationInternal
>({
  entityType: 'OutboundIntegration',
  noun: 'outbound-integration',
  collection: 'outbound_integrations',
  shape: wireShapes.OutboundIntegration,
  displayNameOf: (integration) => integration.displayName,
  lookupOf: ({ type }) => ({ type }),
  filters: { Type: byLookup('type'), TeamId: byTeam },
  teamOf: (ctx, wire) => demandTeam(ctx, wire.teamId),
  prepare(_ctx, wire, current) {
    if (!findOutboundType(wire.type))
      throw invalidField('type', say('outboundTypeUnknown', { type: wire.type }));
    demandSettings(wire);
    const isPaused = wire.isPaused ?? false;
    return {
      wire: {
        ...wire,
        triggersOnlyOnForwarded: wire.triggersOnlyOnForwarded ?? false,
        skipUpdatingAfterForwarding: wire.skipUpdatingAfterForwarding ?? false,
        isPaused,
      },
      internal: { pausedReason: isPaused ? (current?.internal.pausedReason ?? null) : null },
    };
  },
  unfitFor: (member, { type }) =>
    member === 'noticeOutboundIntegrationIds' && findOutboundType(type) && !toolOf(type).notify
      ? noticeObstacle(type)
      : null,
  // Integrations that code manages are left to the code, which may be about to name another team.
  removedWith: { Team: (id) => ({ teamId: id, provisioned: false }) },
});

/**
 * The integration with its secrets in clear, whoever asks; for requests that prove who they are by these secrets. Null
 * for unknown ids.
 */
export async function outboundIntegrationOf(
  world: World,
  id: string,
): Promise<OutboundIntegration | null> {
  const known = await outboundIntegrationKind
    .model(world.store)
    .findOne({ _id: id.toLowerCase() })
    .lean();
  if (!known?.organizationId) return null;
  return findResource(systemContext(world, known.organizationId), outboundIntegrationKind, {
    _id: known._id,
  });
}
