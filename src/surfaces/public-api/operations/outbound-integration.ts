import {
  type OutboundLogEntry,
  outboundIntegrationKind,
  outboundLog,
} from '../../../outbound/index.ts';
import { getResource } from '../../../resources/index.ts';
import { logOperations } from '../log-operations.ts';
import { resourceOperations } from '../resource-operations.ts';

export const outboundIntegrationOperations = {
  ...resourceOperations({
    kind: outboundIntegrationKind,
    name: 'OutboundIntegration',
    list: 'OutboundIntegrations',
    items: 'outboundIntegrations',
    derivedMembers:
      () =>
      ({ wire, internal }) => ({
        // Null on those from before there were pauses.
        isPaused: wire.isPaused ?? false,
        pausedReason: internal.pausedReason ?? null,
      }),
  }),
  ...logOperations({
    log: outboundLog,
    one: 'getOutboundIntegrationLog',
    many: 'listOutboundIntegrationLogs',
    items: 'outboundIntegrationLogs',
    demandOwner: async (caller, id) =>
      void (await getResource(caller, outboundIntegrationKind, id)),
    view: ({ ownerId, description, code, outcome }: OutboundLogEntry) => ({
      outboundIntegrationId: ownerId,
      description,
      code,
      outcome,
    }),
  }),
};
