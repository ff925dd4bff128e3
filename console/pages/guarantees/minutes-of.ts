import type { CounterExample } from './example-types.ts';

type Message = CounterExample['messages'][number];
type Step = CounterExample['steps'][number];

export type Happening =
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'step'; key: string; step: Step };

export interface Minute {
  at: number;
  /** Milliseconds since the incident opened. */
  after: number;
  /** Events that are `late` do not count any more. */
  kind: 'opens' | 'early' | 'deadline' | 'late';
  happenings: Happening[];
}

/** A day of repeats is long, and says little more than its beginning. */
const happeningsMax = 24;

/**
 * The events of the example by their times: each once, as a second attempt says nothing new. The opening comes first,
 * and the deadline for telling people stands where it belongs. `left`: how many are not shown.
 */
export function minutesOf(
  { at, messages, steps }: Pick<CounterExample, 'at' | 'messages' | 'steps'>,
  withinMinutes: number,
): { minutes: Minute[]; left: number } {
  const opened = Date.parse(at);
  const deadline = opened + withinMinutes * 60_000;
  const all = [
    ...steps.map((step) => ({ at: step.at, happening: stepHappening(step) })),
    ...messages.map((message) => ({ at: message.at, happening: messageHappening(message) })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const firsts = [...Map.groupBy(all, ({ happening }) => happening.key).values()].flatMap(
    ([first]) => first ?? [],
  );
  const shown = firsts
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(0, happeningsMax);
  const byTime = Map.groupBy(shown, (one) => Date.parse(one.at));
  byTime.set(opened, byTime.get(opened) ?? []);
  const minutes = [...byTime].map(([time, own]): Minute => {
    const kind = time === opened ? 'opens' : time <= deadline ? 'early' : 'late';
    const happenings = own.map(({ happening }) => happening);
    return { at: time, after: time - opened, kind, happenings };
  });
  const end: Minute = {
    ...{ at: deadline, after: deadline - opened, kind: 'deadline', happenings: [] },
  };
  const order = ['opens', 'early', 'deadline', 'late'];
  return {
    minutes: [...minutes, end].toSorted(
      (one, other) => one.at - other.at || order.indexOf(one.kind) - order.indexOf(other.kind),
    ),
    left: all.length - shown.length,
  };
}

function stepHappening(step: Step): Happening {
  return { kind: 'step', key: `step ${step.text}`, step };
}

function messageHappening(message: Message): Happening {
  const { channel, recipientId, because, dropReason } = message;
  return {
    kind: 'message',
    key: `message ${channel} ${recipientId} ${because} ${dropReason}`,
    message,
  };
}
