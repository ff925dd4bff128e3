import { outboundTypes } from '../../../outbound/index.ts';
import { answered } from '../../../sentences/index.ts';
import { type Handlers, ok } from '../handlers.ts';
import { translatedOrNone, typeName } from '../type-name.ts';

export const metadataOperations = {
  listTimeZones: async (caller) => {
    const now = caller.clock.now();
    return ok({ items: timeZones.map((id) => describeTimeZone(id, now)) });
  },

  listInboundIntegrationTypes: async (caller) =>
    ok({
      items: caller.dependencies.catalogue.types.map((type) => ({
        ...typeName(type),
        aliases: [...type.aliases],
        searchWords: [...type.searchWords],
        category: type.category,
        source: type.source,
        ...answered('untested', translatedOrNone(type.untested)),
        ...answered('refusal', translatedOrNone(type.callRouting?.refusal)),
      })),
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
