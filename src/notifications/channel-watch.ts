import type { ChannelName } from '../channels/index.ts';
import type { SendResult } from '../egress/index.ts';
import { organizationKind } from '../identity/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { type Sentence, say, words } from '../sentences/index.ts';
import { notesToAll, organizationPeople } from './administrators.ts';
import {
  afterFailure,
  type ChannelFailure,
  type ChannelState,
  channelStatesOf,
  failingChannelStates,
  isWorkingAgain,
} from './channel-state.ts';
import { type Over, wordsOf } from './channel-words.ts';
import type { ChannelReadiness } from './deliveries-to.ts';
import type { DeliveryDocument } from './delivery.ts';
import { isToolLane, type Lane } from './lanes.ts';

/** A way out that fails for everybody. */
export interface DownChannel {
  lane: Lane;
  since: Date;
  reason: Sentence;
}

export interface ChannelWatch {
  /** Notes the outcome of an attempt; null code: there was none. */
  note(delivery: Pick<DeliveryDocument, 'lane' | 'ownerId'>, result: SendResult): Promise<void>;
  /** Tries those that fail, tells administrators of what has changed, and gives those that fail for everybody. */
  look(): Promise<DownChannel[]>;
}

export interface ChannelWatchOptions {
  channels: ChannelReadiness & { probe(channel: ChannelName): Promise<SendResult | null> };
  enqueue(deliveries: readonly DeliveryDocument[]): Promise<void>;
}

/** A failure that is over before nobody need know of. With the look every 15 s it is said within a minute. */
const patienceMilliseconds = 25_000;
/** The same failure in a burst of messages is stored once in so long. */
const noteMilliseconds = 2000;
/** After this long without a message, the state of a channel that only messages can try is unknown. */
const forgottenMilliseconds = 3_600_000;

/** Notices when a way out fails whoever the message is for, and when it works again. */
export function createChannelWatch(world: World, options: ChannelWatchOptions): ChannelWatch {
  const watch = new Watch(world, options);
  return {
    async note(delivery, result) {
      try {
        await watch.note(delivery, result);
      } catch (error) {
        // The outcome of the message matters more than what it says about the channel.
        world.log.warn({ err: error }, 'the state of a channel was not stored');
      }
    },
    look: () => watch.look(),
  };
}

class Watch implements ChannelWatch {
  readonly #world: World;
  readonly #options: ChannelWatchOptions;
  /** States as of the last look, updated by failures in this process since. */
  #known = new Map<Lane, ChannelState>();

  constructor(world: World, options: ChannelWatchOptions) {
    this.#world = world;
    this.#options = options;
  }

  async note(
    { lane, ownerId }: Pick<DeliveryDocument, 'lane' | 'ownerId'>,
    result: SendResult,
  ): Promise<void> {
    if (result.outcome === 'sent') {
      if (this.#known.has(lane)) await this.#recovered(lane);
      return;
    }
    // A missing setting, a person without a device: nothing was tried. A subscription that has ended says nothing of
    // the others.
    if (result.code === null || result.code === '404' || result.code === '410') return;
    if ('concernsOne' in result && result.concernsOne) return;
    const { code, error: reason, sentence: reasonSentence, concernsAll = false } = result;
    const said = { reason, ...(reasonSentence && { reasonSentence }) };
    await this.#failed({ lane, ownerId, code, ...said, concernsAll });
  }

  async #failed(failure: ChannelFailure): Promise<void> {
    const { lane } = failure;
    const now = this.#world.clock.now();
    const last = this.#known.get(lane);
    const isOld = !last || Math.abs(now.getTime() - last.lastAt.getTime()) > noteMilliseconds;
    if (last?.downSince && !isOld && last.code === failure.code) return;
    let state = await channelStatesOf(this.#world).findOne({ _id: lane });
    if (state && isWorkingAgain(state, failure)) {
      await this.#recovered(lane);
      state = null;
    }
    const next = afterFailure(state, failure, now);
    if (next.downSince && !state?.downSince)
      this.#world.log.warn({ lane, reason: next.reason }, 'a channel fails for everybody');
    const { _id, ...values } = next;
    await channelStatesOf(this.#world).updateOne({ _id }, { $set: values }, { upsert: true });
    this.#known.set(lane, next);
  }

  /** `tried`: a message or a look went through. Else nothing was sent for so long that nobody knows. */
  async #recovered(lane: Lane, end: Over['end'] = 'tried'): Promise<void> {
    this.#known.delete(lane);
    const state = await channelStatesOf(this.#world).findOne({ _id: lane });
    if (!state) return;
    if (state.downSince)
      this.#world.log.warn(
        { lane },
        end === 'tried' ? 'a channel works again' : 'nobody knows whether a channel works',
      );
    // Said first: after a crash in between it is found again, and the notes have the same ids.
    if (state.downSince && state.toldAt)
      await this.#tell(state, { end, at: this.#world.clock.now() });
    await channelStatesOf(this.#world).deleteOne({ _id: lane, since: state.since });
  }

  async look(): Promise<DownChannel[]> {
    const states = await failingChannelStates(this.#world);
    this.#known = new Map(states.map((state) => [state._id, state]));
    const now = this.#world.clock.now().getTime();
    for (const state of states) {
      if (await this.#worksNow(state)) await this.#recovered(state._id);
      else if (!state.concernsAll && now - state.lastAt.getTime() > forgottenMilliseconds)
        await this.#recovered(state._id, 'forgotten');
      else if (
        state.downSince &&
        state.toldAt === null &&
        now - state.downSince.getTime() >= patienceMilliseconds
      ) {
        await this.#tell(state, null);
        const toldAt = this.#world.clock.now();
        await channelStatesOf(this.#world).updateOne(
          { _id: state._id, since: state.since },
          { $set: { toldAt } },
        );
        this.#known.set(state._id, { ...state, toldAt });
      }
    }
    return downOf([...this.#known.values()]);
  }

  async #worksNow({ _id: lane, concernsAll }: ChannelState): Promise<boolean> {
    if (!concernsAll || isToolLane(lane)) return false;
    try {
      return (await this.#options.channels.probe(lane))?.outcome === 'sent';
    } catch (error) {
      this.#world.log.warn({ err: error, lane }, 'a channel could not be tried');
      return false;
    }
  }

  /** Administrators of every organization, by the channels that are left. */
  async #tell(state: ChannelState, over: Over | null): Promise<void> {
    const organizations = await organizationKind
      .model(this.#world.store)
      .find()
      .select('_id')
      .lean();
    for (const { _id } of organizations) {
      const ctx = systemContext(this.#world, _id);
      const people = await organizationPeople(ctx, ['owner', 'administrator']);
      const note = {
        organizationId: _id,
        teamId: null,
        orAsText: true as const,
        ...wordsOf(state, over),
      };
      await this.#options.enqueue(notesToAll(people, note, this.#others(state)));
    }
  }

  /** Leaves out the failing channel itself, by which nobody would get the message. */
  #others({ _id }: ChannelState): ChannelReadiness {
    return {
      missing: (channel) => {
        const state = channel === _id ? undefined : this.#known.get(channel);
        if (channel === _id || state?.downSince) return say('channelFails');
        return this.#options.channels.missing(channel);
      },
    };
  }
}

/** Channels that fail for everybody, as stored: for those who only look. */
export async function downChannels(world: World): Promise<DownChannel[]> {
  return downOf(await failingChannelStates(world));
}

function downOf(states: readonly ChannelState[]): DownChannel[] {
  return states.flatMap(({ _id: lane, downSince: since, reason, reasonSentence }) =>
    since ? [{ lane, since, reason: reasonSentence ?? words(reason) }] : [],
  );
}
