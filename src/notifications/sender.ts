import type { SendResult } from '../egress/index.ts';
import type { Task, World } from '../kernel/index.ts';
import { noteOutcome, type ToolPause, targetsOfTools } from '../outbound/index.ts';
import type { Processes } from '../processes/index.ts';
import { words } from '../sentences/index.ts';
import { insertMissing } from '../store/index.ts';
import { followLeftFailures } from './after-failure.ts';
import {
  type ChannelWatch,
  type ChannelWatchOptions,
  createChannelWatch,
} from './channel-watch.ts';
import { type DeliveryDocument, deliveriesOf, isAnythingDue } from './delivery.ts';
import { LaneSender } from './lane-sender.ts';
import { isToolLane, type Lane, lanes } from './lanes.ts';
import type { MessageResult, OutgoingMessage } from './outgoing-message.ts';
import { pausedToolNotes } from './paused-tool.ts';
import { personRules } from './person-turn.ts';
import { toolRules } from './tool-turn.ts';

export interface Sender {
  /** One for each lane; a lane that waits for a slow receiver holds up no other. */
  readonly tasks: readonly Task[];
  /** Which channels fail for everybody. */
  readonly watch: ChannelWatch;
  /** Stores messages, ignoring those that are stored already, and has them sent. */
  enqueue(deliveries: readonly DeliveryDocument[]): Promise<void>;
  /** Stores them; the result has them sent at once, when what they tell of is stored, too. */
  store(deliveries: readonly DeliveryDocument[]): Promise<() => void>;
}

/**
 * Writes and sends a message; says when that was the failure by which a tool is paused. What it throws counts as worth
 * another attempt.
 */
export type SendMessage = (
  message: OutgoingMessage,
  onPaused: (pause: ToolPause) => Promise<void>,
) => Promise<MessageResult>;

export interface SenderOptions {
  send: SendMessage;
  channels: ChannelWatchOptions['channels'];
  /** Starts the task of a lane. */
  poke(task: string): void;
  onFinished(lane: Lane, outcome: string, secondsSinceDue: number): void;
}

export function createSender(world: World, processes: Processes, options: SenderOptions): Sender {
  const watch = createChannelWatch(world, { channels: options.channels, enqueue });
  const senders = new Map(
    lanes.map((lane) => [
      lane,
      new LaneSender(world, processes, {
        lane,
        rules: isToolLane(lane) ? toolRules(world) : personRules(world, processes, lane),
        send: (message) => options.send(message, tellPaused),
        onAttempt: (delivery, result) => watch.note(delivery, result),
        onFinished: (outcome, seconds) => options.onFinished(lane, outcome, seconds),
        ...(isToolLane(lane)
          ? {
              onGivenUp: countFailure,
              targetsOf: (organizationId, ids) => targetsOfTools(world, organizationId, ids),
            }
          : {}),
      }),
    ]),
  );
  /** Counts messages to a tool that were tried for a day. Refusals are counted where they are sent. */
  async function countFailure(delivery: DeliveryDocument, result: SendResult): Promise<void> {
    // A channel that takes no reminders must not keep incidents from the others, and whoever tries settings may be
    // wrong.
    const { reminder, userGroup, archive, test } = delivery;
    if (result.outcome !== 'retry' || reminder || userGroup || archive || test) return;
    const { ownerId: id, organizationId } = delivery;
    const said = result.sentence ?? words(result.error);
    await noteOutcome(world, { id, organizationId }, false, said, tellPaused);
  }
  async function tellPaused(pause: ToolPause): Promise<void> {
    await enqueue(await pausedToolNotes(world, options.channels, pause));
  }

  async function enqueue(deliveries: readonly DeliveryDocument[]): Promise<void> {
    (await store(deliveries))();
  }

  async function store(deliveries: readonly DeliveryDocument[]): Promise<() => void> {
    const stored = deliveries.map((delivery) => {
      const { nextAt, lane } = delivery;
      const sender = senders.get(lane);
      return nextAt && sender
        ? { ...delivery, nextAt: sender.rules.earliest(delivery, nextAt) }
        : delivery;
    });
    await storeDeliveries(world, stored);
    return () => {
      const now = world.clock.now();
      const due = stored.filter(({ nextAt }) => nextAt && nextAt <= now);
      for (const [lane, some] of Map.groupBy(due, (one) => one.lane)) {
        senders.get(lane)?.hint(some);
        options.poke(taskOf(lane));
      }
    };
  }

  const sendingTasks = [...senders].map(
    ([lane, sender]): Task => ({
      name: taskOf(lane),
      // Storing a message starts its lane, and so does the look below.
      everySeconds: restSeconds,
      everywhere: true,
      run: (stopping) => sender.run(stopping),
    }),
  );
  /** One look for all lanes: most of the time nothing is due in any. */
  const lookingTask: Task = {
    name: 'due-messages',
    everySeconds: 1,
    everywhere: true,
    async run() {
      for (const sender of senders.values()) await sender.noteLeft();
      await followLeftFailures(world);
      if (await isAnythingDue(world)) for (const { name } of sendingTasks) options.poke(name);
    },
  };
  return { enqueue, store, watch, tasks: [...sendingTasks, lookingTask] };
}

const restSeconds = 60;

/** Stores messages, ignoring those that are stored already; within a second or two the lanes find them. */
export async function storeDeliveries(
  world: World,
  deliveries: readonly DeliveryDocument[],
): Promise<void> {
  // Decided twice, after a crash or by two processes: the first ones count.
  await insertMissing(deliveriesOf(world), deliveries);
}

function taskOf(lane: Lane): string {
  return `send-${lane}`;
}
