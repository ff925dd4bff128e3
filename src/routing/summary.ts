import type { ChannelLimit, ChannelLimits } from '../incidents/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';

/** The contract's bound of `effectSummary`. */
const charactersMax = 10_000;
const namesMax = 10;

/** The effects as one sentence, or what is said when there are none. */
export function effectsInWords(effects: readonly Sentence[]): Sentence {
  if (effects.length === 0) return say('effectsNone');
  let left = charactersMax - 2;
  const shown = effects.filter((effect) => {
    left -= inEnglish(effect).length + 2;
    return left > 0;
  });
  const isCut = shown.length < effects.length;
  return say('effects', { effects: isCut ? [...shown, say('effectsCut')] : shown });
}

/** The first of the names, and how many more there are. */
export function listed(names: readonly string[]): { names: string[]; more: number } {
  return { names: names.slice(0, namesMax), more: Math.max(0, names.length - namesMax) };
}

export function channelsInWords(
  { notificationChannels, outboundIntegrations }: ChannelLimits,
  nameOfOutbound: (id: string) => string,
): Sentence[] {
  return [
    ...limitInWords(notificationChannels, channelCodes, (name) => name),
    ...limitInWords(outboundIntegrations, toolCodes, nameOfOutbound),
  ];
}

const channelCodes = {
  all: 'channelsAllMuted',
  muted: 'channelsMuted',
  only: 'channelsOnly',
} as const;
const toolCodes = { all: 'toolsAllMuted', muted: 'toolsMuted', only: 'toolsOnly' } as const;

function limitInWords(
  limit: ChannelLimit<string> | null,
  codes: typeof channelCodes | typeof toolCodes,
  nameOf: (name: string) => string,
): Sentence[] {
  if (!limit) return [];
  if (limit.names === 'all') return [say(codes.all)];
  return [say(limit.muted ? codes.muted : codes.only, listed(limit.names.map(nameOf)))];
}
