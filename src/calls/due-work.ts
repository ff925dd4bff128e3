import type { Task } from '../kernel/index.ts';
import { removeMedia } from '../media/index.ts';
import type { CallEvent } from './call-event.ts';
import type { FindNumber } from './call-number.ts';
import type { CallOutcome } from './call-session.ts';
import { apiOf, type Carriers } from './carrier-of-call.ts';
import { changeCall } from './change-call.ts';
import { forgetDueAt, newsOf } from './due.ts';
import { releaseMembers } from './engagements.ts';
import { eraseCall } from './erase-call.ts';
import { incidentPlanOf } from './flow/index.ts';
import { type IncidentParts, makeIncident, tellNews } from './incident-of-call.ts';
import { type CallSessionDocument, callSessionsOf } from './model.ts';
import { copyDueAt, keepRecording } from './recordings.ts';

export interface DueWorkParts extends IncidentParts {
  carriers: Carriers;
  findNumber: FindNumber;
  /** Ends a call that has gone silent, or lets it go on. */
  applyChecked(
    call: CallSessionDocument,
    event: CallEvent & { kind: 'CallChecked' },
  ): Promise<void>;
  onEnded?(carrier: string, outcome: CallOutcome): void;
  onStale?(count: number): void;
}

export interface DueWork {
  /** What the store alone is needed for. */
  nextTask: Task;
  /** What a carrier has to be asked for: no incident waits for its API. */
  askTask: Task;
  /** Reports calls that should have ended long ago. */
  staleTask: Task;
}

const batchSize = 20;
/** A recording of 20 MB may be in memory for each. */
const askedAtOnce = 4;
const postponedMilliseconds = 60_000;
/** How often one call may be due again within a run. */
const looksMax = 20;
const staleMilliseconds = 5 * 3_600_000;

/**
 * What follows from calls without a request. The state of a call says what is due and when, and every step writes what it has done;
 * a crash between the two repeats the step, which is harmless.
 */
export function createDueWork(parts: DueWorkParts): DueWork {
  const { world, carriers, findNumber, applyChecked } = parts;

  async function settle(call: CallSessionDocument): Promise<void> {
    if (call.session.phase !== 'ended') return;
    if (call.isSettled) return newsOf(call).length > 0 ? tellAll(call) : forget(call);
    // A crash may have left somebody reserved.
    if (call.session.legs.length > 0) await releaseMembers(world, call._id);
    const { outcome } = call.session;
    const hasIncident = call.incidentId !== null || call.incidentReason !== null;
    if (!incidentPlanOf(call.session).isCreated || hasIncident) {
      const settled = await changeCall(world, call._id, (now) =>
        !now.isSettled && isSame(now, outcome) ? { isSettled: true } : null,
      );
      if (settled) parts.onEnded?.(call.provider, outcome);
      return;
    }
    const { incidentId, reason } = await makeIncident(parts, call);
    const settled = await changeCall(world, call._id, (now) =>
      now.isSettled
        ? null
        : {
            isSettled: isSame(now, outcome),
            incidentId,
            incidentReason: reason,
            // The words are in the incident; what is missing is worth a line of its own.
            told: call.session.transcript?.state === 'completed' ? ['transcript'] : [],
          },
    );
    if (settled?.isSettled) parts.onEnded?.(call.provider, outcome);
  }

  async function tellAll(call: CallSessionDocument): Promise<void> {
    const news = newsOf(call);
    for (const one of news) await tellNews(parts, call, one);
    await changeCall(world, call._id, ({ told }) => ({ told: [...new Set([...told, ...news])] }));
  }

  /** The log and what came of the call stay. */
  async function forget({ _id }: CallSessionDocument): Promise<void> {
    const now = world.clock.now();
    await changeCall(world, _id, (call) => {
      // Nothing is due any more; writing so is what is left to do.
      if (call.erasure) return {};
      const due = call.isSettled ? forgetDueAt(call) : null;
      return due && due <= now ? { access: null, applied: [] } : null;
    });
  }

  async function ask(call: CallSessionDocument): Promise<void> {
    const { session, provider, providerCallId } = call;
    const apiOfCall = () => apiOf(world, carriers, findNumber, call);
    if (session.phase === 'ended' && call.erasure) return eraseCall(world, call, apiOfCall);
    const api = await apiOfCall();
    if (!api) throw new Error(`There is no way to ask ${provider} any more.`);
    if (session.phase !== 'ended') {
      const status = await api.callStatus(providerCallId);
      return applyChecked(call, { kind: 'CallChecked', status });
    }
    const url = session.recording?.url;
    if (copyDueAt(call) === null || url == null) return;
    const copy = await keepRecording(world, call, await api.recording(url));
    const kept = await changeCall(world, call._id, ({ erasure }) => (erasure ? null : { copy }));
    // It was deleted meanwhile.
    if (!kept) await removeMedia(world, [call._id]);
  }

  /** Until nothing is due. What fails is tried again in a minute, and holds up no other call. */
  async function work(
    due: 'nextAt' | 'askAt',
    act: (call: CallSessionDocument) => Promise<void>,
    atOnce: number,
    stopping: AbortSignal,
  ): Promise<void> {
    const looks = new Map<string, number>();
    while (!stopping.aborted) {
      const found = await callSessionsOf(world)
        .find({ [due]: { $lte: world.clock.now() } })
        .sort({ [due]: 1 })
        .limit(batchSize)
        .toArray();
      if (found.length === 0) return;
      for (let start = 0; start < found.length && !stopping.aborted; start += atOnce)
        await Promise.all(found.slice(start, start + atOnce).map(actOn));
    }

    async function actOn(call: CallSessionDocument): Promise<void> {
      const count = (looks.get(call._id) ?? 0) + 1;
      looks.set(call._id, count);
      try {
        if (count > looksMax) throw new Error('It never comes to rest.');
        await act(call);
      } catch (error) {
        const about = { err: error, sessionId: call._id, due };
        world.log.error(about, 'what follows from a call is tried again in a minute');
        await postpone(call, due);
      }
    }
  }

  async function postpone({ _id, version }: CallSessionDocument, due: string): Promise<void> {
    const at = new Date(world.clock.now().getTime() + postponedMilliseconds);
    await callSessionsOf(world).updateOne({ _id, version }, { $set: { [due]: at } });
  }

  async function reportStale(): Promise<void> {
    const before = new Date(world.clock.now().getTime() - staleMilliseconds);
    const stale = await callSessionsOf(world)
      .find({ 'session.outcome': 'Ongoing', 'session.startedAt': { $lt: before } })
      .project<{ _id: string }>({ _id: 1 })
      .limit(1000)
      .toArray();
    parts.onStale?.(stale.length);
    if (stale.length === 0) return;
    const sessionIds = stale.slice(0, 20).map(({ _id }) => _id);
    world.log.warn({ count: stale.length, sessionIds }, 'calls are ongoing for more than 5 hours');
  }

  return {
    nextTask: {
      name: 'calls',
      everySeconds: 2,
      run: (stopping) => work('nextAt', settle, batchSize, stopping),
    },
    askTask: {
      name: 'calls-at-carriers',
      everySeconds: 2,
      run: (stopping) => work('askAt', ask, askedAtOnce, stopping),
    },
    staleTask: { name: 'stale-calls', everySeconds: 86_400, run: reportStale },
  };
}

/** Whether the call is still what it was taken for: a message may make a voicemail of a missed call. */
function isSame({ session }: CallSessionDocument, outcome: string): boolean {
  return session.outcome === outcome;
}
