import { userKind } from '../../identity/index.ts';
import { integrationKind } from '../../integrations/index.ts';
import { AppError, type Ctx, systemContext } from '../../kernel/index.ts';
import { itemsOf, type Snapshot, snapshotAfter } from '../../stage/index.ts';
import { teamKind } from '../../teams/index.ts';
import type { NoiseReport, ReplayRun } from '../model.ts';
import type { Past } from '../past.ts';
import { replayPast } from '../replay-past.ts';
import type { RunLog } from '../run-log.ts';
import { type RunParts, runReplay } from '../run-replay.ts';
import { HeardNoise, type Known } from './heard-noise.ts';
import { byUse, saves, Trial } from './trial.ts';
import type { WhatIf } from './what-if.ts';
import { whatIfsFor } from './what-ifs.ts';

export interface NoiseInput {
  present: Snapshot;
  integrationIds: readonly string[] | null;
}

/** Before anything is heard. */
export const nothingHeard: NoiseReport = {
  ...new HeardNoise({ isWorkedOn: () => false, zoneOf: () => 'UTC', nameOf: () => null }).figures(),
  ...{ tried: 0, toTry: null, whatIfs: [] },
};

/**
 * A replay of the present configuration that says what woke people, and then tries one change after the other that
 * could have woken them less. Never rejects: whatever becomes of it is in the run.
 */
export async function runNoiseReport(
  parts: RunParts,
  run: ReplayRun,
  { present, integrationIds }: NoiseInput,
  isStopping: () => boolean,
): Promise<void> {
  const ctx = systemContext(parts.world, run.organizationId);
  const input = { present, changed: present, integrationIds, keepsLines: true };
  let past: Past | null = null;
  const known: Known = {
    isWorkedOn: (ids) => ids.some((id) => past?.workedOn.has(id)),
    ...knownOf(present),
  };
  const heard = new HeardNoise(known);
  await runReplay(parts, run, input, isStopping, {
    pastIs: (read) => {
      past = read;
    },
    ended: (incident) => heard.add(incident),
    async afterwards(log) {
      const found = { ...nothingHeard, ...heard.figures() };
      if (log.end.state !== 'Done' || !past) {
        await log.note({ noise: found });
        return;
      }
      const { from } = run;
      const question = { snapshot: present, catalogue: parts.catalogue, noisy: heard.noisy, from };
      const tries: Tries = { ctx, parts, run, past, known, log, ...{ present, integrationIds } };
      await tryEach(tries, found, whatIfsFor(question));
    },
  });
}

function knownOf(present: Snapshot): Pick<Known, 'zoneOf' | 'nameOf'> {
  const people = new Map(itemsOf(present, userKind).map(({ id, wire }) => [id, wire]));
  const names = {
    Integration: namesOf(itemsOf(present, integrationKind)),
    Team: namesOf(itemsOf(present, teamKind)),
  };
  return {
    zoneOf: (id) => people.get(id)?.timeZoneId ?? 'UTC',
    nameOf(by, id) {
      if (by !== 'Person') return names[by].get(id) ?? null;
      const person = people.get(id);
      return person?.displayName ?? person?.email ?? null;
    },
  };
}

function namesOf(items: readonly { id: string; wire: { displayName: string } }[]) {
  return new Map(items.map(({ id, wire }) => [id, wire.displayName]));
}

interface Tries extends NoiseInput {
  ctx: Ctx;
  parts: RunParts;
  run: ReplayRun;
  past: Past;
  known: Known;
  log: RunLog;
}

async function tryEach(
  tries: Tries,
  found: NoiseReport,
  whatIfs: readonly WhatIf[],
): Promise<void> {
  const { log } = tries;
  let report: NoiseReport = { ...found, toTry: whatIfs.length };
  await log.note({ noise: report });
  for (const whatIf of whatIfs) {
    const tried = await resultOf(tries, whatIf);
    if (log.end.state !== 'Done') return;
    const all = tried && saves(tried) ? [...report.whatIfs, tried] : report.whatIfs;
    report = { ...report, tried: report.tried + 1, whatIfs: all.toSorted(byUse) };
    await log.note({ noise: report });
  }
}

/** Null where the change would be refused. */
async function resultOf(
  { ctx, parts, run, past, known, log, present, integrationIds }: Tries,
  whatIf: WhatIf,
) {
  const changed = await afterChange(ctx, present, whatIf);
  if (!changed) return null;
  const trial = new Trial(known);
  const { from, until, people } = run;
  const time = { from, until, people, past, integrationIds };
  const { stoppedAt } = await replayPast(
    ctx,
    parts,
    { ...time, present, changed, others: 'leftOut' },
    {
      difference: (one) => trial.difference(one),
      ended: (one, side) => trial.ended(one, side),
      goesOn: async () => log.lives,
    },
  );
  if (stoppedAt) log.isFull();
  return trial.result(whatIf);
}

async function afterChange(
  ctx: Ctx,
  present: Snapshot,
  { change }: WhatIf,
): Promise<Snapshot | null> {
  try {
    return (await snapshotAfter(ctx, present, [change])).snapshot;
  } catch (error) {
    // A change that a write would refuse helps nobody.
    if (error instanceof AppError) return null;
    throw error;
  }
}
