import { removeInSteps } from '../jobs/index.ts';
import { type Ctx, notFound, type OwnedModel, type Task, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { type DefinedModel, plainCollection } from '../store/index.ts';
import { type Heartbeat, heartbeat } from './heartbeat.ts';
import { byState, type Run } from './run.ts';

/** A server that has not said for so long that something runs does not run it any more. */
const aliveMilliseconds = 60_000;
const keptDays = 30;

export interface RunPage {
  /** Only older ones. */
  idLessThan: string | undefined;
  limit: number;
}

/** The runs of one kind. */
export interface KeptRuns<Kept extends Run> {
  add(world: Pick<World, 'store'>, run: Kept): Promise<void>;
  /** Answers the run as it is now; null: it is gone. */
  note(world: Pick<World, 'store'>, id: string, more: Partial<Kept>): Promise<Kept | null>;
  /** That of the organization. Throws 404. */
  get(ctx: Ctx, id: string): Promise<Kept>;
  /** The runs of the organization, the latest first, without these members. */
  list(
    ctx: Ctx,
    page: RunPage,
    without?: readonly string[],
  ): Promise<{ runs: Kept[]; hasMore: boolean }>;
  /** Says from now on that it goes on here, with what else there is to say then. */
  beat(world: Pick<World, 'store' | 'clock'>, id: string, more?: () => Partial<Kept>): Heartbeat;
  /** Asks it to stop: its server sees that when it looks next. Throws 404. */
  cancel(ctx: Ctx, id: string): Promise<void>;
  /** It runs from now on. */
  begin(world: Pick<World, 'store' | 'clock'>, id: string): Promise<void>;
  /** When the latest of the organization began; null: none has. */
  lastBegan(world: Pick<World, 'store'>, organizationId: string): Promise<Date | null>;
  /** The runs of the organization, or of all, that wait or run now, the oldest first, without these members. */
  going(
    world: Pick<World, 'store' | 'clock'>,
    organizationId: string | null,
    without?: readonly string[],
  ): Promise<Kept[]>;
  /** Whether one of the organization runs that began before then. */
  runsSince(ctx: Ctx, begunBefore: Date): Promise<boolean>;
}

/** Runs in that collection; `noun` is what a person calls one. */
export function keptRuns<Kept extends Run>(
  model: DefinedModel<Kept>,
  noun: string,
): KeptRuns<Kept> {
  const runs = ({ store }: Pick<World, 'store'>) => plainCollection<Run>(model(store));
  // as: what is in the collection are runs of that kind.
  const whole = (run: Run | null) => run as Kept | null;

  async function get(ctx: Ctx, id: string): Promise<Kept> {
    const run = whole(await runs(ctx).findOne({ _id: id, organizationId: ctx.organizationId }));
    if (!run) throw notFound(noun, id);
    return seen(ctx, run);
  }

  async function note(world: Pick<World, 'store'>, id: string, more: Partial<Run>) {
    const after = { returnDocument: 'after' } as const;
    return whole(await runs(world).findOneAndUpdate({ _id: id }, { $set: more }, after));
  }

  return {
    get,
    note,
    async add(world, run) {
      await runs(world).insertOne(run);
    },
    async list(ctx, { idLessThan, limit }, without = []) {
      const { organizationId } = ctx;
      const older = idLessThan === undefined ? {} : { _id: { $lt: idLessThan } };
      const found = await runs(ctx)
        .find({ organizationId, ...older })
        .project<Kept>(leftOut(without))
        .sort({ _id: -1 })
        .limit(limit + 1)
        .toArray();
      return {
        runs: found.slice(0, limit).map((run) => seen(ctx, run)),
        hasMore: found.length > limit,
      };
    },
    async cancel(ctx, id) {
      const { state } = await get(ctx, id);
      if (isGoing(state)) await note(ctx, id, { isCancelled: true });
    },
    beat(world, id, more = () => ({})) {
      const projection = { isCancelled: 1 } as const;
      const stored = {
        look: () => runs(world).findOne({ _id: id }, { projection }),
        note: (said: Partial<Run>) => note(world, id, said),
      };
      return heartbeat<Kept>(world, stored, more);
    },
    async begin(world, id) {
      const now = world.clock.now();
      await note(world, id, { state: 'Running', beganAt: now, seenAt: now });
    },
    async lastBegan(world, organizationId) {
      const last = await runs(world).findOne(
        { organizationId, beganAt: { $exists: true } },
        { projection: { beganAt: 1 }, sort: { _id: -1 } },
      );
      return last?.beganAt ?? null;
    },
    async going(world, organizationId, without = []) {
      const isAlive = { state: { $in: [...goingStates] }, seenAt: { $gte: aliveSince(world) } };
      return (
        runs(world)
          .find({ ...isAlive, ...(organizationId === null ? {} : { organizationId }) })
          .project<Kept>(leftOut(without))
          .sort({ _id: 1 })
          // The order would suggest the index of an organization's runs, of which nearly all have ended.
          .hint(byState)
          .toArray()
      );
    },
    async runsSince(ctx, begunBefore) {
      const { organizationId } = ctx;
      const isAlive = { state: 'Running', seenAt: { $gte: aliveSince(ctx) } } as const;
      const found = await runs(ctx).findOne(
        { ...isAlive, organizationId, beganAt: { $lt: begunBefore } },
        { projection: { _id: 1 }, hint: byState },
      );
      return found !== null;
    },
  };
}

const goingStates: readonly Run['state'][] = ['Waiting', 'Running'];

/** It waits or runs. */
export function isGoing(state: Run['state']): boolean {
  return goingStates.includes(state);
}

function aliveSince({ clock }: Pick<World, 'clock'>): Date {
  return new Date(clock.now().getTime() - aliveMilliseconds);
}

function leftOut(members: readonly string[]): Record<string, 0> {
  return Object.fromEntries(members.map((member) => [member, 0]));
}

/** As it really stands: that of a server which has ended without a word does not run any more. */
function seen<Kept extends Run>(ctx: Ctx, run: Kept): Kept {
  const isLeft = isGoing(run.state) && run.seenAt < aliveSince(ctx);
  return isLeft ? { ...run, state: 'Stopped', reason: say('runServerEnded') } : run;
}

/** Removes what is too old to be kept, in this order; each of these models has a `createdAt`. */
export function retentionTask(world: World, name: string, models: readonly OwnedModel[]): Task {
  return {
    name,
    everySeconds: 3600,
    async run(stopping) {
      const horizon = new Date(world.clock.now().getTime() - keptDays * 86_400_000);
      for (const model of models)
        await removeInSteps(world, model, { createdAt: { $lt: horizon } }, { stopping });
    },
  };
}
