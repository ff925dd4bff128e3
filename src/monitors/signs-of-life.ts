import type { IntakeView } from '../integrations/index.ts';
import { loadIntegrations } from '../integrations/index.ts';
import { AppError, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { statesOf } from './claims.ts';
import type { MonitorState } from './model.ts';
import type { News } from './news.ts';
import { isProbe, planOf, type WaitPlan } from './plan.ts';
import { waitTimes } from './re-plan.ts';
import { bringUpToDate } from './sync.ts';

/** A request at the URL of a heartbeat or cron job monitor. */
export interface SignOfLife {
  /** The job ran, but says that it failed. */
  isFailure: boolean;
  /** The text that the job sends with it. */
  text: string;
  at: Date;
}

export interface SignReceipt {
  lastHeartbeatReceivedAt: Date;
  nextHeartbeatExpectedAt: Date | null;
}

const attemptsMax = 8;

/** Notes a sign of life; what it ends or opens is in the intake when this resolves. Throws 409 without settings. */
export async function receiveSign(
  world: World,
  news: News,
  { integrationId }: Pick<IntakeView, 'integrationId'>,
  sign: SignOfLife,
): Promise<SignReceipt> {
  const states = statesOf(world);
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const integration = (await loadIntegrations(world, [integrationId])).get(integrationId);
    const plan = integration ? planOf(integration.wire) : null;
    if (!integration || !plan || isProbe(plan)) throw new AppError('conflict', say('monitorUnset'));
    await bringUpToDate(world, [integration], sign.at);
    const state = await states.findOne({ _id: integrationId });
    if (!state) continue;
    const { nextAt, nextExpectedAt } = waitTimes(plan, sign.at);
    const announcement = newsOf(news, state, plan, sign);
    // News that were not told yet come before the next silence.
    const isFirstTold = announcement !== undefined || state.announcement !== undefined;
    const times = {
      ...(nextExpectedAt ? { nextExpectedAt } : {}),
      ...(isFirstTold ? { nextAt: sign.at } : nextAt ? { nextAt } : {}),
      ...(isFirstTold && nextAt ? { thenAt: nextAt } : {}),
    };
    const written = await states.updateOne(unchanged(state), {
      $set: {
        lastReceivedAt: sign.at,
        level: sign.isFailure ? 'Down' : 'Up',
        ...times,
        ...(announcement ? { announcement } : {}),
      },
      $unset: {
        claim: '',
        ...('nextExpectedAt' in times ? {} : { nextExpectedAt: '' }),
        ...('nextAt' in times ? {} : { nextAt: '' }),
        ...('thenAt' in times ? {} : { thenAt: '' }),
      },
    });
    if (written.matchedCount === 0) continue;
    if (announcement) await news.deliver(integrationId);
    return { lastHeartbeatReceivedAt: sign.at, nextHeartbeatExpectedAt: nextExpectedAt ?? null };
  }
  throw new AppError('overloaded', say('tooManySignsOfLife'), {
    headers: { 'retry-after': '1' },
  });
}

function newsOf(news: News, state: MonitorState, plan: WaitPlan, { isFailure, text }: SignOfLife) {
  const said = text.trim().slice(0, textCharactersMax);
  if (isFailure && state.level === 'Up')
    return news.compose({
      level: 'Down',
      severity: plan.severity,
      reason: said ? say('jobSaysWhyItFailed', { text: said }) : say('jobSaysItFailed'),
    });
  if (!isFailure && state.level !== 'Up')
    return news.compose({ level: 'Up', severity: null, reason: say('heardOfAgain') });
  // News that are still on their way stay.
  return undefined;
}

const textCharactersMax = 500;

/** The state as it was read: two signs, or a sign and an alarm, may come at the same time. */
function unchanged({ _id, level, version, lastReceivedAt, announcement }: MonitorState) {
  return {
    _id,
    level,
    version,
    lastReceivedAt: lastReceivedAt ?? { $exists: false },
    'announcement.id': announcement?.id ?? { $exists: false },
  };
}
