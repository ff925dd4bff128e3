import { systemContext, type Task, type World } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  loadRecipients,
  notesTo,
  type PersonalNote,
  type Sender,
} from '../notifications/index.ts';
import {
  forgetBegun,
  noLooks,
  noteSent,
  shiftMessages,
  type ToldShifts,
} from '../on-call/index.ts';
import type { Processes } from '../processes/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { messagesOfDuty } from './messages-of-duty.ts';

/**
 * Tells people before their shifts begin, and that one of which they were told is no longer theirs. What is to
 * be sent is stored with what was told, and has the same id each time.
 */
export function shiftsAheadTask(
  world: World,
  processes: Processes,
  channels: ChannelReadiness,
  sender: Sender,
): Task {
  const looks = noLooks();
  return {
    name: 'shifts-ahead',
    everySeconds: 60,
    async run(stopping) {
      for await (const told of shiftMessages(world, processes, looks, stopping)) {
        const ctx = systemContext(world, told.organizationId);
        const to = (await loadRecipients(ctx, [told.userId])).get(told.userId);
        const note = to && noteOfShifts(told, to.timeZoneId ?? told.timeZoneId);
        if (note)
          await sender.enqueue(await messagesOfDuty(ctx, notesTo(to.recipient, note, channels)));
        await noteSent(world, told);
      }
      await forgetBegun(world);
    },
  };
}

/** More would be read by nobody. */
const shiftsMax = 10;

/** The note about a person's shifts, in their time zone; null when there is nothing to tell. Pure. */
function noteOfShifts(
  { organizationId, teamId, placeId, place, message, version }: ToldShifts,
  zone: string,
): PersonalNote | null {
  if (!message) return null;
  const { at, comes, gone } = message;
  const moment = (instant: number) => zonedMoment(instant, zone);
  const said: Sentence[] = [
    ...gone.map(({ start, instead }) =>
      instead === null
        ? say('shiftGone', { place, start: moment(start) })
        : say('shiftGoneUntil', { place, start: moment(start), instead: moment(instead) }),
    ),
    ...comes
      .slice(0, shiftsMax)
      .map(({ start, end }) =>
        end === null
          ? say('shiftComes', { place, start: moment(start) })
          : say('shiftComesUntil', { place, start: moment(start), until: moment(end) }),
      ),
    ...(comes.length > shiftsMax ? [say('shiftsMore', { count: comes.length - shiftsMax })] : []),
  ];
  const starts = [...gone, ...comes].map(({ start }) => start);
  return {
    organizationId,
    teamId,
    at: new Date(at),
    key: `shifts-ahead ${placeId} ${version}`,
    title: say(gone.length > 0 ? 'shiftGoneTitle' : 'shiftComesTitle', { place }),
    body: say('inOrder', { said }),
    // Once all of them have begun it is no news.
    until: new Date(Math.max(...starts)),
  };
}
