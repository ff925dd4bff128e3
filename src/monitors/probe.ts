import type { OutboundClient, Pinger } from '../egress/index.ts';
import type { World } from '../kernel/index.ts';
import { appendToLog } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { type ClaimEnds, type Claimed, endClaim } from './claims.ts';
import { decideCheck, type Finding } from './decide.ts';
import { checkHttp } from './http-check.ts';
import { type MonitorState, monitorResults, type NewMonitorResult } from './model.ts';
import type { News } from './news.ts';
import { checkPing } from './ping-check.ts';
import type { ProbePlan } from './plan.ts';
import { nextCheckAt, nextRetryAt } from './schedule.ts';

export interface ProbeParts {
  world: World;
  news: News;
  ends: ClaimEnds;
  outbound: OutboundClient;
  pinger: Pinger;
  onChecked(kind: ProbePlan['kind'], status: string, lateSeconds: number): void;
}

/** Checks an address, and ends the claim with what was found. */
export async function probe(
  parts: ProbeParts,
  claimed: Claimed,
  plan: ProbePlan,
  stopping: AbortSignal,
): Promise<void> {
  const { world, news, ends, onChecked } = parts;
  const { state, lateMilliseconds } = claimed;
  const finding = await check(parts, plan, stopping);
  if (stopping.aborted) {
    // Nothing is known; another process checks it at once.
    const nextAt = world.clock.now();
    await ends.add({ ...claimed, update: { $set: { nextAt }, $unset: { claim: '' } } });
    return;
  }
  const now = world.clock.now();
  const verdict = decideCheck(state, finding, plan);
  const nextAt = (verdict.isRetried ? nextRetryAt : nextCheckAt)(state._id, plan, now);
  const status = finding.isIgnored || finding.notMade ? state.level : finding.level;
  onChecked(plan.kind, finding.notMade ? 'NotMade' : status, lateMilliseconds / 1000);
  const result = resultOf(state, finding, status, now);
  const { certificateExpiresAt } = finding;
  const found = {
    level: verdict.level,
    failures: verdict.failures,
    ...(certificateExpiresAt ? { certificateExpiresAt } : {}),
  };
  const isToldNow =
    verdict.isNews ||
    (verdict.level !== 'Up' && !finding.notMade && (await news.isHeldNoLonger(state)));
  if (!isToldNow) {
    const update = { $set: { ...found, nextAt }, $unset: { claim: '' as const } };
    await ends.add({ ...claimed, update, result });
    return;
  }
  const announcement = news.compose({
    level: verdict.level,
    severity: verdict.level === 'Up' ? null : plan.severityOf[verdict.level],
    reason: finding.reason ?? say(verdict.level === 'Up' ? 'answersAgain' : 'answersNot'),
    ...(finding.responseBody === undefined ? {} : { responseBody: finding.responseBody }),
  });
  await appendToLog(world, monitorResults, [result]);
  const isOurs = await endClaim(world, claimed, {
    $set: { ...found, announcement, thenAt: nextAt },
  });
  if (isOurs) await news.deliver(state._id);
}

function check(
  { world, outbound, pinger }: ProbeParts,
  plan: ProbePlan,
  stopping: AbortSignal,
): Promise<Finding> {
  return plan.kind === 'http'
    ? checkHttp(outbound, plan.settings, world.clock.now(), stopping)
    : checkPing(pinger, plan.settings, stopping);
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
    ...(finding.reason === null ? {} : { reason: finding.reason }),
    totalElapsedInMs: finding.elapsedMilliseconds,
    ...(finding.responseBody === undefined ? {} : { responseBody: finding.responseBody }),
  };
}
