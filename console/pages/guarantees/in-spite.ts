import type { components } from '../../../openapi/types/public-v1.generated.ts';

type Schemas = components['schemas'];
type Fault = Schemas['GuaranteeFault'];

/** The faults that can be tried with a guarantee, by a key: a channel only where messages by it count. */
export function faultsToTry({ told }: Pick<Schemas['Guarantee'], 'told'>): Map<string, Fault> {
  const channels = told.channels ?? [];
  const isOfCarrier = channels.length === 0 || channels.some((one) => ofCarriers.has(one));
  const faults: Fault[] = [
    ...(isOfCarrier
      ? [{ fault: 'CarrierDown' as const }, { fault: 'CarrierRefuses' as const }]
      : []),
    ...channels.map((channel) => ({ fault: 'ChannelDown' as const, channel })),
    { fault: 'PeopleAway', count: 1 },
    { fault: 'PeopleAway', count: 2 },
  ];
  return new Map(faults.map((one) => [keyOf(one), one]));
}

const ofCarriers: ReadonlySet<string> = new Set(['VoiceCall', 'SMS']);

function keyOf({ fault, carrier, channel, count }: Fault): string {
  return [fault, carrier ?? channel ?? count ?? ''].join(' ').trim();
}

/** The keys of what it has to hold in spite of already. */
export function keysOf({ evenIf }: Pick<Schemas['Guarantee'], 'evenIf'>): string[] {
  return (evenIf ?? []).map(keyOf);
}

/** The same guarantee, as if it had to hold in spite of these faults and of no others; it is not stored. */
export function inSpiteOf(
  guarantee: Schemas['Guarantee'],
  faults: readonly Fault[],
): Schemas['GuaranteeInput'] {
  const { displayName, incidents, told, excuses = null, horizonDays = 90 } = guarantee;
  return { displayName, incidents, told, excuses, horizonDays, evenIf: [...faults] };
}
