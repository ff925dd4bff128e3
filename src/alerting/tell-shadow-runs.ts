import { systemContext, type Task, type World } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  notesTo,
  organizationPeople,
  type PersonalNote,
  type Sender,
} from '../notifications/index.ts';
import { say, zonedMoment } from '../sentences/index.ts';
import { allRuns, logOf, type ShadowRun } from '../shadow/index.ts';

const day = 86_400_000;
const reminders = [7, 1];

/**
 * Reminds administrators that a shadow run ends, and says that it has. Notes have ids of their own, so that each is
 * sent once.
 */
export function shadowTask(world: World, channels: ChannelReadiness, sender: Sender): Task {
  return {
    name: 'tell-shadow-runs',
    everySeconds: 300,
    async run(stopping) {
      const now = world.clock.now();
      for (const run of await allRuns(world)) {
        const due = notesOfRun(run, now);
        if (stopping.aborted) return;
        if (due.length === 0) continue;
        const ctx = systemContext(world, run.organizationId);
        const people = await organizationPeople(ctx, ['owner', 'administrator']);
        for (const { recipient, timeZoneId } of people)
          for (const note of due)
            await sender.enqueue(notesTo(recipient, note(timeZoneId ?? 'UTC'), channels));
      }
    },
  };
}

/** The notes about a run that are due now, in the time zone of the person who is told. Pure. */
function notesOfRun(
  { id, organizationId, wire, internal, createdAt }: ShadowRun,
  now: Date,
): ((zone: string) => PersonalNote)[] {
  const { displayName: name, state } = wire;
  const { displayName: product } = logOf(wire);
  const until = Date.parse(wire.until);
  const link = { path: `/settings/shadow-runs/${id}`, text: say('shadowPage') };
  const about = (at: number, key: string) => ({
    organizationId,
    teamId: null,
    at: new Date(at),
    key: `shadow run ${id} ${until} ${key}`,
    link,
  });
  // Longer ago it would be no reminder.
  const isDue = (at: number) => at <= now.getTime() && now.getTime() < at + day;
  const ends = reminders
    .map((days) => ({ days, at: until - days * day }))
    .filter(({ at }) => state === 'Shadow' && now.getTime() < until && isDue(at))
    .filter(({ at }) => createdAt.getTime() < at)
    .map(({ days, at }) => (zone: string) => ({
      ...about(at, `${days}`),
      title: say('shadowEndsTitle', { name, at: zonedMoment(until, zone) }),
      body: say('shadowEnds', { product }),
      until: new Date(until),
    }));
  const ended =
    internal.endedAt !== null && state === 'Live' && isDue(Date.parse(internal.endedAt))
      ? [
          (zone: string) => ({
            ...about(until, 'ended'),
            title: say('shadowEndedTitle', { name }),
            body: wire.adoptsOpen
              ? say('shadowEndedAdopting', { at: zonedMoment(until, zone) })
              : say('shadowEnded', { product, at: zonedMoment(until, zone) }),
          }),
        ]
      : [];
  return [...ends, ...ended];
}
