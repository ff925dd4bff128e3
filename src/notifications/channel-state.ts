import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import { inEnglish, type Sentence, say, words } from '../sentences/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import { type Lane, lanes } from './lanes.ts';

/** A way out that fails, since its last success. One that works has no record. */
export interface ChannelState {
  _id: Lane;
  /** The first failure. */
  since: Date;
  lastAt: Date;
  /** The latest failure, in English. People of all organizations read it, see `sharedReason`. */
  reason: string;
  /** The same as a sentence; absent where the words are not ours. */
  reasonSentence?: Sentence;
  code: string;
  /** It has to do with what all messages share, not with a receiver. */
  concernsAll: boolean;
  /** Receivers for whom it failed in the same way, one after the other. */
  ownerIds: string[];
  /** Since when it counts as failing for everybody; null: it may be the receivers. */
  downSince: Date | null;
  /** Administrators were told. */
  toldAt: Date | null;
}

/** A failure of one message. */
export interface ChannelFailure {
  lane: Lane;
  ownerId: string;
  code: string;
  reason: string;
  reasonSentence?: Sentence;
  concernsAll: boolean;
}

/** When this many people or tools in a row were not reached, the channel is at fault and not they. */
const receiversEnough = 3;

/** The state after one more failure. Pure. */
export function afterFailure(
  state: ChannelState | null,
  failure: ChannelFailure,
  at: Date,
): ChannelState {
  const { lane, ownerId, code, concernsAll } = failure;
  const reasonSentence = sharedReason(failure);
  const before = state?.code === code ? state.ownerIds : [];
  const ownerIds = [...new Set([...before, ownerId])].slice(-receiversEnough);
  const isDown = concernsAll || ownerIds.length >= receiversEnough;
  return {
    _id: lane,
    since: state?.since ?? at,
    lastAt: at,
    reason: inEnglish(reasonSentence),
    reasonSentence,
    code,
    concernsAll,
    ownerIds,
    downSince: state?.downSince ?? (isDown ? at : null),
    toldAt: state?.toldAt ?? null,
  };
}

/** The answer to one receiver may hold their address or a text of their tool: of that all learn the code alone. */
function sharedReason({ code, reason, reasonSentence, concernsAll }: ChannelFailure): Sentence {
  if (concernsAll) return reasonSentence ?? words(reason);
  const values = Object.values(reasonSentence?.values ?? { reason });
  if (reasonSentence && values.every((value) => typeof value === 'number')) return reasonSentence;
  const isStatus = /^[1-5]\d\d$/.test(code);
  return isStatus ? say('receiverAnswered', { status: Number(code) }) : say('channelFails');
}

/** A receiver that answers for itself shows that the way to it works. Pure. */
export function isWorkingAgain(state: ChannelState, { concernsAll }: ChannelFailure): boolean {
  return state.concernsAll && !concernsAll;
}

const schema = schemaOf<ChannelState>({
  _id: String,
  since: Date,
  lastAt: Date,
  reason: String,
  reasonSentence: Schema.Types.Mixed,
  code: String,
  concernsAll: Boolean,
  ownerIds: [String],
  downSince: Date,
  toldAt: Date,
});

export const channelStateModel = defineModel<ChannelState>('channel_states', schema);

/** The states of all channels that fail. */
export function failingChannelStates(world: World): Promise<ChannelState[]> {
  // By their ids: asking for all would scan.
  return channelStatesOf(world)
    .find({ _id: { $in: [...lanes] } })
    .toArray();
}

export function channelStatesOf(world: World): Collection<ChannelState> {
  return driverCollection(channelStateModel(world.store));
}
