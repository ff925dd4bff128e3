import { setTimeout as pause } from 'node:timers/promises';
import type { OutboundClient, Pinger } from '../egress/index.ts';
import type { Intake } from '../ingest/index.ts';
import {
  type Catalogue,
  type IntakeView,
  type IntakeViews,
  loadIntegrations,
  type StoredIntegration,
} from '../integrations/index.ts';
import type { Task, World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { appendToLog } from '../resources/index.ts';
import {
  ClaimEnds,
  type Claimed,
  claimDue,
  endClaim,
  releaseClaimsOfDead,
  statesOf,
} from './claims.ts';
import { decideCheck, type Finding } from './decide.ts';
import { checkHttp } from './http-check.ts';
import { type MonitorState, monitorResults, type NewMonitorResult } from './model.ts';
import { heldSeconds, News } from './news.ts';
import { forgiveOutage, noteListening, outageMillisecondsMin } from './outage.ts';
import { checkPing } from './ping-check.ts';
import { isProbe, type ProbePlan, planOf, type WaitPlan } from './plan.ts';
import { nextCheckAt, nextRetryAt } from './schedule.ts';
import { receiveSign, type SignOfLife, type SignReceipt } from './signs-of-life.ts';
import { bringUpToDate, createSync } from './sync.ts';

/** Checks under way at once: what hangs must not keep the others waiting, and what answers must not crowd out webhooks. */
const atOnceMax = 100;
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

/** The monitors of this process. All processes on a store share them by claims, check by check. */
export function createMonitors(parts: MonitorParts): Monitors {
  const { world, processes, catalogue, views, intake, outbound, pinger, onChecked } = parts;
  const news = new News(world, intake, views);
  const sync = createSync(world, processes, catalogue);
  const underWay = new Set<Promise<void>>();
  const ends = new ClaimEnds(world, (ended) => underWay.size > ended);
  let hasStarted = false;
  let notedAt = 0;

  async function run(stopping: AbortSignal): Promise<void> {
    if (!hasStarted) {
      await forgiveOutage(world);
      await releaseClaimsOfDead(world, processes);
      hasStarted = true;
    }
    let syncedAt = Number.NEGATIVE_INFINITY;
    while (!stopping.aborted) {
      if (performance.now() - syncedAt >= syncMilliseconds) {
        await sync.run();
        syncedAt = performance.now();
      }
      await noteNow();
      const free = Math.min(stepMax, atOnceMax - underWay.size);
      const claimed = free > 0 ? await claimDue(world, processes, free) : [];
      await start(claimed, stopping);
      if (underWay.size === 0 && claimed.length === 0) return;
      const isMore = claimed.length === free && free > 0;
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

  /** Wall clocks on purpose: how long this process could not write is no matter of a test's clock. */
  async function noteNow(): Promise<void> {
    const silent = Date.now() - notedAt;
    if (silent < noteEverySeconds * 1000) return;
    // The store was away, or the machine slept: signs of life were turned away.
    if (notedAt > 0 && silent > outageMillisecondsMin) await forgiveOutage(world);
    else await noteListening(world);
    notedAt = Date.now();
  }

  async function start(claimed: readonly Claimed[], stopping: AbortSignal): Promise<void> {
    if (claimed.length === 0) return;
    const integrations = await loadIntegrations(
      world,
      claimed.map(({ state }) => state._id),
    );
    for (const one of claimed) {
      const work = workOn(one, integrations.get(one.state._id), stopping)
        .catch((error: unknown) => {
          // The claim runs out, and it is tried again.
          world.log.error({ err: error }, 'a monitor could not be looked at');
        })
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
  }

  async function workOn(
    claimed: Claimed,
    integration: StoredIntegration | undefined,
    stopping: AbortSignal,
  ): Promise<void> {
    const { state } = claimed;
    if (state.announcement) return news.deliver(state._id, { mayBeThere: true });
    if (!integration) return void (await statesOf(world).deleteOne({ _id: state._id }));
    if (integration.version !== state.version)
      return bringUpToDate(world, [integration], world.clock.now());
    const plan = planOf(integration.wire);
    if (plan && isProbe(plan)) return probe(claimed, plan, stopping);
    return lookForSilence(claimed, plan);
  }

  async function probe(claimed: Claimed, plan: ProbePlan, stopping: AbortSignal): Promise<void> {
    const { state, lateMilliseconds } = claimed;
    const finding = await check(plan, stopping);
    if (stopping.aborted) {
      // Nothing is known; another process checks it at once.
      const nextAt = world.clock.now();
      await ends.add({ ...claimed, update: { $set: { nextAt }, $unset: { claim: '' } } });
      return;
    }
    const now = world.clock.now();
    const verdict = decideCheck(state, finding, plan);
    const nextAt = (verdict.isRetried ? nextRetryAt : nextCheckAt)(state._id, plan, now);
    const status = finding.isIgnored ? state.level : finding.level;
    onChecked(plan.kind, status, lateMilliseconds / 1000);
    const result = resultOf(state, finding, status, now);
    const { certificateExpiresAt } = finding;
    const found = {
      level: verdict.level,
      failures: verdict.failures,
      ...(certificateExpiresAt ? { certificateExpiresAt } : {}),
    };
    if (!verdict.isNews && !(verdict.level !== 'Up' && (await news.isHeldNoLonger(state)))) {
      const update = { $set: { ...found, nextAt }, $unset: { claim: '' as const } };
      await ends.add({ ...claimed, update, result });
      return;
    }
    const announcement = news.compose({
      level: verdict.level,
      severity: verdict.level === 'Up' ? null : plan.severityOf[verdict.level],
      reason:
        finding.reason ?? (verdict.level === 'Up' ? 'It answers again.' : 'It does not answer.'),
      ...(finding.responseBody === undefined ? {} : { responseBody: finding.responseBody }),
    });
    await appendToLog(world, monitorResults, [result]);
    const isOurs = await endClaim(world, claimed, {
      $set: { ...found, announcement, thenAt: nextAt },
    });
    if (isOurs) await news.deliver(state._id);
  }

  function check(plan: ProbePlan, stopping: AbortSignal): Promise<Finding> {
    return plan.kind === 'http'
      ? checkHttp(outbound, plan.settings, world.clock.now(), stopping)
      : checkPing(pinger, plan.settings, stopping);
  }

  /** The time of a sign of life is over, or an alarm that came during a maintenance is looked at again. */
  async function lookForSilence(claimed: Claimed, plan: WaitPlan | null): Promise<void> {
    const { state } = claimed;
    const isNews = state.level === 'Up' || (await news.isHeldNoLonger(state));
    if (!plan || !isNews || !state.nextExpectedAt) {
      const again = new Date(world.clock.now().getTime() + heldSeconds * 1000);
      await endClaim(
        world,
        claimed,
        state.isHeld && plan
          ? { $set: { nextAt: again }, $unset: { claim: '' } }
          : { $unset: { claim: '', nextAt: '' } },
      );
      return;
    }
    const announcement = news.compose({
      level: 'Down',
      severity: plan.severity,
      reason: silenceOf(state),
    });
    const isOurs = await endClaim(world, claimed, {
      $set: { level: 'Down', announcement },
      $unset: { thenAt: '' },
    });
    if (isOurs) await news.deliver(state._id);
  }

  return {
    task: { name: 'monitors', everySeconds: 1, everywhere: true, run },
    receive: (view, sign) => receiveSign(world, news, view, sign),
  };
}

function resultOf(
  { _id, organizationId }: MonitorState,
  finding: Finding,
  status: Finding['level'],
  createdAt: Date,
): NewMonitorResult {
  return {
    organizationId,
    ownerId: _id,
    incidentId: null,
    createdAt,
    status,
    statusReason: finding.reason,
    totalElapsedInMs: finding.elapsedMilliseconds,
    ...(finding.responseBody === undefined ? {} : { responseBody: finding.responseBody }),
  };
}

function silenceOf({ lastReceivedAt, nextExpectedAt }: MonitorState): string {
  const expected = `Nothing was heard by ${nextExpectedAt?.toISOString()}, when it was expected`;
  return lastReceivedAt
    ? `${expected}; last heard at ${lastReceivedAt.toISOString()}.`
    : `${expected}; nothing was ever heard.`;
}
