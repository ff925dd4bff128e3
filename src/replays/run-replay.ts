import { systemContext, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { ExplainedLines, type Explaining } from './explained-lines.ts';
import { Found } from './found.ts';
import { locateIn, type Worlds } from './located.ts';
import { type ReplayRun, replayRuns } from './model.ts';
import {
  type ReplayInput,
  type ReplayListener,
  type ReplayParts,
  replayPast,
} from './replay-past.ts';
import { RunLog } from './run-log.ts';

export interface RunParts extends ReplayParts {
  world: World;
}

export type Given = Omit<ReplayInput, 'from' | 'until' | 'people'> & Worlds;

/** Further listeners of a replay. */
interface Beside extends Partial<Pick<ReplayListener, 'ended' | 'pastIs'>> {
  afterwards?(log: RunLog): Promise<void>;
}

/** Never rejects: whatever becomes of it is in the run. `afterwards` goes on where it comes to its end. */
export async function runReplay(
  parts: RunParts,
  run: ReplayRun,
  given: Given,
  isStopping: () => boolean,
  { afterwards, ended, pastIs }: Beside = {},
): Promise<void> {
  const { world } = parts;
  // Why nobody was on call is said by what is set up now.
  const explained = given.asItWas ? plainLines : new ExplainedLines(given);
  const found = new Found(world, run, locateIn(given), explained);
  const log = new RunLog(world, run, found, isStopping);
  try {
    const ctx = systemContext(world, run.organizationId);
    const { from, until, people } = run;
    const { payloads, alerts, counts, stoppedAt } = await replayPast(
      ctx,
      parts,
      { ...given, from, until, people },
      {
        ...(pastIs && { pastIs }),
        difference: (one) => found.difference(one),
        ended(one, side) {
          found.ended(one, side);
          ended?.(one, side);
        },
        goesOn: (at, done) => log.goesOn(at, done),
      },
    );
    const reachedAt = stoppedAt ?? until;
    await found.flush(reachedAt);
    if (stoppedAt) log.isFull();
    const calibration = found.calibration(given.present);
    await log.note({ payloads, alerts, ...counts, calibration, reachedAt });
    await afterwards?.(log);
    await log.stop();
    await log.note({ reachedAt, ...log.end });
  } catch (err) {
    world.log.error({ err, replayId: run._id }, 'a replay has ended early');
    // Where the store is gone, whoever reads the run sees that nobody says any more that it runs.
    await log.stop();
    const broken = { state: 'Stopped', reason: say('runBroke') } as const;
    await replayRuns.note(world, run._id, { ...found.summary(), ...broken }).catch(() => null);
  }
}

const plainLines: Explaining = { of: (_, lines) => [...lines] };
