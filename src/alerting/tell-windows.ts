import type { Task, World } from '../kernel/index.ts';
import { noticesToTools, type Sender, type ToolNotice } from '../notifications/index.ts';
import { type Sentence, say, words, zonedMoment } from '../sentences/index.ts';
import {
  noteWindow,
  noteWindowSent,
  type ToldWindow,
  toldWindowsIn,
  type WindowFacts,
} from './told-windows.ts';
import { type WindowTime, windowNews } from './window-news.ts';
import { noticedWindows } from './windows-now.ts';

/**
 * Tells tools when maintenance and silences begin and end. Looks each minute what is so, rather than planning it:
 * nothing that a change of a window would have to undo. What is to be sent is stored with what was told, and has the
 * same id each time.
 */
export function windowTask(world: World, sender: Sender): Task {
  return {
    name: 'window-notices',
    everySeconds: 60,
    async run(stopping) {
      const send = async (one: ToldWindow) => {
        await sender.enqueue(one.messages.flatMap(noticesToTools));
        await noteWindowSent(world, one);
      };
      const found = await toldWindowsIn(world)
        .find({ organizationId: { $gt: '' } })
        .toArray();
      const known = new Map(found.map((one) => [one._id, one]));
      for (const one of found) if (one.messages.length > 0) await send(one);
      const windows = await noticedWindows(world);
      const now = world.clock.now().getTime();
      const there = new Set(windows.map(({ key }) => key));
      const gone = found.filter(({ _id, told }) => told && !there.has(_id));
      for (const one of [
        ...windows,
        ...gone.map(({ _id: key, ...rest }) => ({ ...rest, key, window: null })),
      ]) {
        if (stopping.aborted) return;
        const former = known.get(one.key);
        const told = former?.told ?? null;
        const { ended, begun } = windowNews(one.window, told, now);
        if (!ended && !begun) continue;
        const version = (former?.version ?? 0) + 1;
        const at = new Date(now);
        const notice = { ...one, at, version };
        const next = {
          ...{ _id: one.key, organizationId: one.organizationId, facts: one.facts, version },
          told: begun,
          messages: [
            ...(ended ? [noticeOf({ ...notice, is: 'ended', time: ended })] : []),
            ...(begun ? [noticeOf({ ...notice, is: 'began', time: begun })] : []),
          ],
        };
        if (await noteWindow(world, next, former)) await send(next);
      }
    },
  };
}

const titles = {
  began: { maintenance: 'maintenanceBegan', silence: 'silenceBegan' },
  ended: { maintenance: 'maintenanceEnded', silence: 'silenceEnded' },
} as const;

interface News {
  key: string;
  organizationId: string;
  facts: WindowFacts;
  at: Date;
  version: number;
  is: 'began' | 'ended';
  time: WindowTime;
}

/** The notice about a window for tools. Pure. */
export function noticeOf({ key, organizationId, facts, at, version, is, time }: News): ToolNotice {
  const { kind, id, name, description, effect, teamId, timeZoneId } = facts;
  const moment = (instant: number) => zonedMoment(instant, timeZoneId);
  const iso = (instant: number | null) =>
    instant === null ? null : new Date(instant).toISOString();
  const instant = is === 'began' ? time.start : time.end;
  const said: Sentence[] = [
    ...(description ? [words(description)] : []),
    ...(is === 'began' && effect
      ? [say(effect === 'mutes' ? 'windowMutes' : 'windowOpensNothing')]
      : []),
    ...(time.start === null ? [] : [say('windowBegin', { at: moment(time.start) })]),
    ...(time.end === null ? [] : [say('windowEnd', { at: moment(time.end) })]),
  ];
  return {
    ...{ organizationId, teamId, at },
    outboundIntegrationIds: facts.outboundIntegrationIds,
    key: `window ${key} ${version} ${is} ${iso(instant) ?? ''}`,
    about: `window ${key}`,
    place: is === 'ended' ? 0 : 1,
    title: say(titles[is][kind === 'Silence' ? 'silence' : 'maintenance'], { name }),
    said,
    json: {
      type: `window.${is}`,
      timestamp: iso(instant) ?? at.toISOString(),
      data: {
        window: { kind, id, name, description, start: iso(time.start), end: iso(time.end) },
      },
    },
  };
}
