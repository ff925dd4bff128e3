import { type ChannelName, channelNames, registry } from '../channels/index.ts';

/** The way of messages to tools, which is no channel to people. */
export const toolLane = 'Outbound';

/** Where messages wait separately, so that a slow mail server holds up no call. */
export type Lane = ChannelName | typeof toolLane;

/** The loudest first. */
export const lanes: readonly Lane[] = [...channelNames.toReversed(), toolLane];

export function isToolLane(lane: Lane): lane is typeof toolLane {
  return lane === toolLane;
}

interface LaneTraits {
  /** For the beginning of a sentence. */
  title: string;
  /**
   * People or tools that are written to at the same time; those of one organization two thirds of that, see `Places`.
   */
  contactsAtOnce: number;
}

const toolTraits = { title: 'Messages to tools', contactsAtOnce: 45 };

export function traitsOf(lane: Lane): LaneTraits {
  if (isToolLane(lane)) return toolTraits;
  const { title, contactsAtOnce } = registry[lane];
  return { title, contactsAtOnce };
}
