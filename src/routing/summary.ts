import type { ChannelLimit, ChannelLimits } from '../incidents/index.ts';

/** The contract's bound of `effectSummary`. */
const charactersMax = 10_000;
const namesMax = 10;

/** What is said of a rule whose actions wait. */
export const actionsWait = 'actions wait';

/** The parts as one sentence, or what is said when there are none. */
export function sentence(parts: readonly string[]): string {
  const text = parts.join('; ');
  if (text === '') return 'Nothing: the rule has no actions.';
  const cut = text.length > charactersMax - 2 ? `${text.slice(0, charactersMax - 2)}…` : text;
  return `${cut.charAt(0).toUpperCase()}${cut.slice(1)}.`;
}

export function listInWords(names: readonly string[]): string {
  const more = names.length - namesMax;
  const shown = names.slice(0, namesMax).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

export function channelsInWords(
  { notificationChannels, outboundIntegrations }: ChannelLimits,
  nameOfOutbound: (id: string) => string,
): string {
  return [
    limitInWords(notificationChannels, 'notification channels', (name) => name),
    limitInWords(outboundIntegrations, 'outbound integrations', nameOfOutbound),
  ]
    .filter((text) => text !== null)
    .join('; ');
}

function limitInWords(
  limit: ChannelLimit<string> | null,
  what: string,
  nameOf: (name: string) => string,
): string | null {
  if (!limit) return null;
  if (limit.names === 'all') return `all ${what} muted`;
  const names = listInWords(limit.names.map(nameOf));
  return limit.muted ? `${what} muted: ${names}` : `only these ${what}: ${names}`;
}
