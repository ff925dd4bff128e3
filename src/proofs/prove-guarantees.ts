import type { Ctx } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import {
  applyChanges,
  type ChannelSource,
  type ConfigurationChange,
  itemsOf,
  loadSnapshot,
  type Snapshot,
  whyNobody,
} from '../stage/index.ts';
import { shownExample } from './counter-example.ts';
import { dutyOf } from './duty-of-example.ts';
import { type GuaranteeWire, guaranteeKind } from './guarantee-kind.ts';
import { mendingsOf } from './mendings/try-mendings.ts';
import { Pace } from './outcome.ts';
import { proofThreadOf } from './proof-thread.ts';
import type { ProofResult } from './prove.ts';
import { type OpenProof, openProof } from './prove-snapshot.ts';
import {
  type Explaining,
  type ShownResult,
  shownCounterExample,
  shownResult,
} from './shown-result.ts';
import { type StagedPlay, staging } from './staging.ts';

export interface ProvenGuarantee extends ShownResult {
  /** Null: it is not stored. */
  id: string | null;
  /** Its id in the changes that make it, `new:<address>`; null: they do not. */
  changeId: string | null;
  displayName: string;
  told: GuaranteeWire['told'];
}

export interface ProofRequest {
  /** Null, with no `guarantees`: all of the organization. */
  guaranteeIds: readonly string[] | null;
  /** Not stored. */
  guarantees: readonly GuaranteeWire[];
  /** Instead of what each guarantee says. */
  horizonDays: number | null;
  /** The proof is about the setup after these changes. */
  changes: readonly ConfigurationChange[];
}

export interface Proof {
  from: Date;
  results: ProvenGuarantee[];
  nameOf(userId: string): string;
  /** Ids of objects that changes make, by `new:<address>`. */
  newIds: ReadonlyMap<string, string>;
}

/** The time limit of one proof; incidents that have not been played by then are not decided. */
export const patienceMilliseconds = 90_000;

/** The proof of a snapshot, with the ids of objects that changes have made in it. */
export async function provenOf(
  prover: Prover,
  snapshot: Snapshot,
  newIds: ReadonlyMap<string, string>,
  request: Omit<ProofRequest, 'changes'>,
  patience: number,
  isStopping = () => false,
): Promise<Proof> {
  const asked = askedGuarantees(snapshot, request, newIds);
  const end = performance.now() + patience;
  const isOver = () => isStopping() || performance.now() > end;
  const results: ProvenGuarantee[] = [];
  for (const { id, changeId, wire } of asked) {
    const days = request.horizonDays ?? wire.horizonDays;
    const result = await prover.prove({ ...wire, horizonDays: days }, isOver);
    results.push({ ...result, id, changeId, displayName: wire.displayName, told: wire.told });
  }
  return { from: prover.from, results, nameOf: prover.nameOf, newIds };
}

/** Proves guarantees for the setup at one moment. */
export interface Prover {
  from: Date;
  /** Incidents that have not been played when `isOver` says so are not decided. */
  prove(wire: GuaranteeWire, isOver: () => boolean): Promise<ShownResult>;
  nameOf(userId: string): string;
}

/** Reads everything first. Lets others have their turn while it proves. */
export async function openProver(ctx: Ctx, channels: ChannelSource): Promise<Prover> {
  return sharedProver(ctx, await loadSnapshot(ctx, ctx.organizationId, channels));
}

/** A thread takes longer to start than most proofs do: only what is not done by then is proven there. */
const quickMilliseconds = 2000;

/** Proves in between what else the server does, and in a thread what takes long. */
export function sharedProver(ctx: Ctx, snapshot: Snapshot): Prover {
  const open = openProof(snapshot);
  return proverOf(ctx, snapshot, open, async (wire, isOver) => {
    const soon = performance.now() + quickMilliseconds;
    let isLong = false;
    const result = await open.prove(wire, {
      isOver: () => {
        isLong ||= performance.now() > soon;
        return isLong || isOver();
      },
      makeWay: (took) => makeWay(ctx, 'upkeep', took),
    });
    if (!isLong || isOver()) return result;
    return proofThreadOf(ctx).prove(snapshot, open.sources, wire, isOver);
  });
}

/** Proves where nothing else waits for it. */
export function loneProver(ctx: Ctx, snapshot: Snapshot): Prover {
  const open = openProof(snapshot);
  return proverOf(ctx, snapshot, open, (wire, isOver) => open.prove(wire, { isOver }));
}

function proverOf(
  ctx: Ctx,
  snapshot: Snapshot,
  { nameOf }: OpenProof,
  find: (wire: GuaranteeWire, isOver: () => boolean) => Promise<ProofResult<StagedPlay>>,
): Prover {
  return {
    from: snapshot.takenAt,
    async prove(wire, isOver) {
      const result = await find(wire, isOver);
      const { counterExample, holes } = result;
      if (!counterExample) return shownResult(result, null);
      const { sources, setup } = staging(snapshot);
      const example = shownExample(counterExample, wire, sources);
      const pace = new Pace(mendingsOver(isOver), (took) => makeWay(ctx, 'upkeep', took));
      const after = (change: ConfigurationChange) => mendedBy(ctx, snapshot, change);
      const mendings = await mendingsOf({ snapshot, wire, example, holes, after, pace });
      const explaining: Explaining = {
        whyNobody: (step) => whyNobody(snapshot, setup, step),
        dutyOf: (steps, time) => dutyOf(snapshot, setup, steps, time),
      };
      return shownResult(result, shownCounterExample(example, explaining, mendings));
    },
    nameOf,
  };
}

/** The time limit of the search for mendings; there is none left if the proof has used up its own. */
const mendingMilliseconds = 2_000;

function mendingsOver(isOver: () => boolean): () => boolean {
  const end = performance.now() + mendingMilliseconds;
  return () => isOver() || performance.now() > end;
}

/** Null where the server would refuse the change. */
async function mendedBy(
  ctx: Ctx,
  snapshot: Snapshot,
  change: ConfigurationChange,
): Promise<Snapshot | null> {
  const applied = await applyChanges(
    { ...ctx, source: 'InfrastructureAsCode', isCodeOnly: false },
    snapshot,
    [change],
  );
  return applied.refused.length === 0 ? applied.snapshot : null;
}

/** How many days ahead are looked at where nothing is said. */
export const horizonDaysDefault = 90;

function askedGuarantees(
  snapshot: Snapshot,
  { guaranteeIds, guarantees }: Pick<ProofRequest, 'guaranteeIds' | 'guarantees'>,
  newIds: ReadonlyMap<string, string>,
): (Pick<ProvenGuarantee, 'id' | 'changeId'> & { wire: GuaranteeWire })[] {
  const given = guarantees.map((wire) => ({ id: null, changeId: null, wire }));
  if (guaranteeIds === null && given.length > 0) return given;
  const wanted = guaranteeIds && new Set(guaranteeIds.map((id) => id.toLowerCase()));
  const made = new Map([...newIds].map(([name, id]) => [id, name]));
  const items = itemsOf(snapshot, guaranteeKind).filter(({ id }) => wanted?.has(id) ?? true);
  const stored = items.map(({ id, wire }) => {
    const changeId = made.get(id) ?? null;
    return { id: changeId === null ? id : null, changeId, wire };
  });
  return [...stored, ...given];
}
