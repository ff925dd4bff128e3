import { outboundTypes } from '../../../outbound/index.ts';
import { type Handlers, ok } from '../handlers.ts';

export const metadataOperations = {
  listTimeZones: async (caller) => {
    const now = caller.clock.now();
    return ok({ items: timeZones.map((id) => describeTimeZone(id, now)) });
  },

  listInboundIntegrationTypes: async (caller) =>
    ok({
      items: caller.dependencies.catalogue.types.map(
        ({ id, displayName, aliases, category, source, untested, callRouting }) => ({
          id,
          displayName,
          aliases: [...aliases],
          category,
          source,
          untested,
          refusal: callRouting?.refusal ?? null,
        }),
      ),
    }),

  listOutboundIntegrationTypes: async () => ok({ items: [...outboundTypes] }),

  // Self-hosted: the server does not know the address that the world sees of it.
  listIpAddresses: async () => ok({ ips: [] }),
} satisfies Handlers;

const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

function describeTimeZone(id: string, now: Date) {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const utcOffset = instant.toZonedDateTimeISO(id).offset;
  return { id, displayName: `(UTC${utcOffset}) ${id}`, utcOffset };
}
