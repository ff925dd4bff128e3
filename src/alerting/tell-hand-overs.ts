import { organizationPlans } from '../identity/index.ts';
import { type Ctx, systemContext, type Task, type World } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  loadRecipients,
  type NamedRecipient,
  notesTo,
  type PersonalNote,
  type Sender,
} from '../notifications/index.ts';
import {
  type HandOver,
  handOversSince,
  type OnCallSchedule,
  type ScheduleHandOver,
  type ScheduleHandOvers,
  type TeamHandOvers,
} from '../on-call/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { messagesOfDuty } from './messages-of-duty.ts';

/** How late people are still told: a server that was down longer has worse news. */
const lateMax = 10 * 60_000;

/**
 * Tells people that their shift begins and ends. Looks each minute what has changed meanwhile, rather than planning it:
 * nothing that a change of the schedule would have to undo. What was told already has the same key.
 */
export function handOverTask(world: World, channels: ChannelReadiness, sender: Sender): Task {
  let toldUntil: Date | null = null;
  return {
    name: 'on-call-hand-overs',
    everySeconds: 60,
    async run(stopping) {
      const now = world.clock.now();
      // A minute twice: what another process has just changed may not have been seen.
      const since = Math.max(now.getTime() - lateMax, (toldUntil?.getTime() ?? 0) - 60_000);
      for await (const { id } of organizationPlans(world)) {
        const ctx = systemContext(world, id);
        for await (const found of handOversSince(ctx, new Date(since), stopping)) {
          const tellings =
            'teams' in found ? found.teams.flatMap(ofTeam) : found.schedules.flatMap(ofSchedule);
          await tell(ctx, channels, sender, tellings);
        }
      }
      if (!stopping.aborted) toldUntil = now;
    },
  };
}

/** A note of a hand-over to whoever it is about, once it is known who that is. */
interface Telling {
  userId: string;
  noteTo: (to: NamedRecipient) => PersonalNote;
}

function ofTeam({ team, handOvers }: TeamHandOvers): Telling[] {
  return oncePerPerson(handOvers).map((handOver) => ({
    userId: handOver.userId,
    noteTo: (to) => noteOf(team, to, handOver),
  }));
}

function ofSchedule({ schedule, handOvers }: ScheduleHandOvers): Telling[] {
  return oncePerPerson(handOvers).map((handOver) => ({
    userId: handOver.userId,
    noteTo: (to) => noteOfSchedule(schedule, to, handOver),
  }));
}

async function tell(
  ctx: Ctx,
  channels: ChannelReadiness,
  sender: Sender,
  tellings: readonly Telling[],
): Promise<void> {
  const ids = [...new Set(tellings.map(({ userId }) => userId))];
  if (ids.length === 0) return;
  const people = await loadRecipients(ctx, ids);
  const deliveries = tellings.flatMap(({ userId, noteTo }) => {
    const to = people.get(userId);
    return to?.hearsOfShifts ? notesTo(to.recipient, noteTo(to), channels) : [];
  });
  await sender.enqueue(await messagesOfDuty(ctx, deliveries));
}

/** Keeps the latest of several changes for one person, so that a flickering schedule causes no flood. */
function oncePerPerson<One extends { userId: string }>(handOvers: readonly One[]): One[] {
  return [...new Map(handOvers.map((one) => [one.userId, one])).values()];
}

function noteOf(
  team: TeamHandOvers['team'],
  to: NamedRecipient,
  { at, begins, ends, until }: HandOver,
): PersonalNote {
  const { displayName, timeZoneId } = team.wire;
  const zone = to.timeZoneId ?? timeZoneId ?? 'UTC';
  const about = (list: readonly number[]) => ({ team: displayName, tiers: tiersOf(list) });
  const begun =
    until === null
      ? say('shiftBegan', about(begins))
      : say('shiftBeganUntil', { ...about(begins), until: zonedMoment(until, zone) });
  const said = [
    ...(begins.length > 0 ? [begun] : []),
    ...(ends.length > 0 ? [say('shiftEnded', about(ends))] : []),
  ];
  return {
    organizationId: team.organizationId,
    teamId: team.id,
    at: new Date(at),
    key: 'hand-over',
    title: say(begins.length > 0 ? 'shiftBeganTitle' : 'shiftEndedTitle', { team: displayName }),
    ...(until === null ? {} : { until: new Date(until) }),
    body: say('inOrder', { said }),
  };
}

function noteOfSchedule(
  { id, organizationId, teamId, wire: { displayName: schedule, timeZoneId } }: OnCallSchedule,
  to: NamedRecipient,
  { at, begins, until }: ScheduleHandOver,
): PersonalNote {
  const begun =
    until === null
      ? say('scheduleShiftBegan', { schedule })
      : say('scheduleShiftBeganUntil', {
          schedule,
          until: zonedMoment(until, to.timeZoneId ?? timeZoneId),
        });
  return {
    organizationId,
    teamId,
    at: new Date(at),
    key: `hand-over ${id}`,
    title: say(begins ? 'shiftBeganTitle' : 'shiftEndedTitle', { team: schedule }),
    ...(until === null ? {} : { until: new Date(until) }),
    body: begins ? begun : say('scheduleShiftEnded', { schedule }),
  };
}

function tiersOf(tiers: readonly number[]): Sentence {
  const [tier = 1] = tiers;
  return tiers.length === 1
    ? say('tierOne', { tier })
    : say('tierMany', { tiers: tiers.map(String) });
}
