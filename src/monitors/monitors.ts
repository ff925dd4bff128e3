import { setTimeout as pause } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/index.ts';
import type { OutboundClient, Pinger } from '../egress/index.ts';
import type { Intake } from '../ingest/index.ts';
import {
  type IntakeView,
  type IntakeViews,
  loadIntegrations,
  type StoredIntegration,
} from '../integrations/index.ts';
import { releaseClaimsOfDead } from '../jobs/index.ts';
import type { Task, World } from '../kernel/index.ts';
import { Places } from '../pace/index.ts';
import type { Processes } from '../processes/index.ts';
import { ClaimEnds, type Claimed, claimDue, monitorClaims, statesOf } from './claims.ts';
import { lookForSilence } from './look-for-silence.ts';
import { News } from './news.ts';
import { forgiveOutage, noteListening, outageMillisecondsMin } from './outage.ts';
import { isProbe, type ProbePlan, planOf } from './plan.ts';
import { type ProbeParts, probe } from './probe.ts';
import { receiveSign, type SignOfLife, type SignReceipt } from './signs-of-life.ts';
import { bringUpToDate, createSync } from './sync.ts';

/**
 * Checks under way at once, of one organization two thirds: what hangs must not keep the others waiting, and what
 * answers must not crowd out webhooks.
 */
const atOnceMax = 150;
/**
 * Checks of one host for one organization at once: as many as the host of several monitors bears, and few enough to
 * leave room for other hosts where it hangs.
 */
const ofHostMax = 20;
/** New checks come in steps, so that thousands that are due at once (after a restart) start over many seconds. */
const stepMax = 25;
const stepMilliseconds = 100;
/** How soon new work is seen while checks are under way; otherwise the timer of the task looks. */
const lookMilliseconds = 250;
const noteEverySeconds = 3;
/** Changed integrations are looked for at the begin of a run and, while it lasts, every so often. */
const syncMilliseconds = 1_000;

export interface Monitors {
  /** Runs what is due in every process, and waits for it. */
  task: Task;
  /** See `receiveSign`. */
  receive(view: IntakeView, sign: SignOfLife): Promise<SignReceipt>;
}

export interface MonitorParts {
  world: World;
  processes: Processes;
  catalogue: Catalogue;
  views: IntakeViews;
  intake: Intake;
  outbound: OutboundClient;
  pinger: Pinger;
  onChecked(kind: ProbePlan['kind'], status: string, lateSeconds: number): void;
}

/**
 * The monitors of this process. All processes on a store share them by claims, check by check. No due loop: a check
 * takes seconds, and what hangs must not hold up those that are due meanwhile, so batches overlap.
 */
export function createMonitors(parts: MonitorParts): Monitors {
  const { world, processes, catalogue, views, intake } = parts;
  const news = new News(world, intake, views);
  const sync = createSync(world, processes, catalogue);
  const underWay = new Set<Promise<void>>();
  const ends = new ClaimEnds(world, (ended) => underWay.size > ended);
  const probing = { ...parts, news, ends };
  const places = new Places(world.clock, atOnceMax, { targetMax: ofHostMax });
  const listening = createListening(world);
  let hasStarted = false;

  async function run(stopping: AbortSignal): Promise<void> {
    if (!hasStarted) {
      await forgiveOutage(world);
      await releaseClaimsOfDead(world, processes, monitorClaims(world));
      hasStarted = true;
    }
    let syncedAt = Number.NEGATIVE_INFINITY;
    while (!stopping.aborted) {
      if (performance.now() - syncedAt >= syncMilliseconds) {
        await sync.run();
        syncedAt = performance.now();
      }
      await listening.note();
      const claimed = places.free > 0 ? await claimDue(world, processes, places, stepMax) : [];
      await start(claimed, stopping);
      if (underWay.size === 0 && claimed.length === 0) return;
      const isMore = claimed.length === stepMax;
      await wait(isMore ? stepMilliseconds : lookMilliseconds, isMore, stopping);
    }
    await Promise.all(underWay);
  }

  /** Until there may be something to do: the time is over, or (unless it is a step) nothing is under way any more. */
  async function wait(milliseconds: number, isStep: boolean, stopping: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const timer = pause(milliseconds, undefined, {
      signal: AbortSignal.any([ended.signal, stopping]),
    }).catch(() => undefined);
    const all = Promise.all(underWay);
    await Promise.race(isStep ? [timer] : [timer, all]);
    ended.abort();
  }

  async function start(claimed: readonly Claimed[], stopping: AbortSignal): Promise<void> {
    if (claimed.length === 0) return;
    const ids = claimed.map(({ state }) => state._id);
    const integrations = await loadIntegrations(world, ids).catch((error: unknown) => {
      for (const { leave } of claimed) leave();
      throw error;
    });
    for (const one of claimed) {
      const work = workOn(probing, one, integrations.get(one.state._id), stopping)
        .catch((error: unknown) => {
          // The claim runs out, and it is tried again.
          world.log.error({ err: error }, 'a monitor could not be looked at');
        })
        .finally(() => {
          one.leave();
          underWay.delete(work);
        });
      underWay.add(work);
    }
  }

  return {
    task: { name: 'monitors', everySeconds: 1, everywhere: true, run },
    receive: (view, sign) => receiveSign(world, news, view, sign),
  };
}

async function workOn(
  parts: ProbeParts,
  claimed: Claimed,
  integration: StoredIntegration | undefined,
  stopping: AbortSignal,
): Promise<void> {
  const { world, news } = parts;
  const { state } = claimed;
  if (state.announcement) return news.deliver(state._id, { mayBeThere: true });
  if (!integration) return void (await statesOf(world).deleteOne({ _id: state._id }));
  if (integration.version !== state.version)
    return bringUpToDate(world, [integration], world.clock.now());
  const plan = planOf(integration.wire);
  if (plan && isProbe(plan)) return probe(parts, claimed, plan, stopping);
  return lookForSilence(world, news, claimed, plan);
}

/** Notes every few seconds that this process listens for signs of life. */
function createListening(world: World): { note(): Promise<void> } {
  let notedAt = 0;
  return {
    /** Wall clocks on purpose: how long this process could not write is no matter of a test's clock. */
    async note() {
      const silent = Date.now() - notedAt;
      // Below 0 the clock went back, and what was noted is of the future.
      if (silent >= 0 && silent < noteEverySeconds * 1000) return;
      // The store was away, or the machine slept: signs of life were turned away.
      if (notedAt > 0 && silent > outageMillisecondsMin) await forgiveOutage(world);
      else await noteListening(world);
      notedAt = Date.now();
    },
  };
}
