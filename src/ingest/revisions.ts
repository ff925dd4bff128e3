import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Binary } from 'bson';
import type { IntegrationType } from '../catalogue/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import { Newest, type World } from '../kernel/index.ts';
import type { AttributesMapping } from '../mapping/index.ts';
import { driverCollection, isDuplicateKey } from '../store/index.ts';
import { payloadModel, type RevisionDocument, revisionModel } from './model.ts';

/** The settings that the trace of a payload depends on beside the payload. */
export interface RevisionRules {
  mapping: AttributesMapping;
  preParser: IntegrationType['preParser'];
  /** Null where the integration does not split. */
  split: IntegrationType['split'];
}

type RevisedView = Pick<IntakeView, 'integrationId' | 'mapping' | 'splitsAlerts'> & {
  type: Pick<IntegrationType, 'preParser' | 'split'>;
};

/**
 * Revisions as intake uses them: each is written before the first payload that refers to it, and once in half a day.
 */
export interface Revisions {
  /** The id when the revision is certainly stored, else null; no promise on the hot path. */
  known(view: RevisedView): string | null;
  /** Stores the revision. Null where that fails, so that the payload has to keep its trace. */
  keep(view: RevisedView): Promise<string | null>;
}

const rememberedMax = 20_000;
const rememberedMilliseconds = 12 * 3_600_000;
/** Longer than a process goes on using one without writing that it does. */
const unusedMilliseconds = 2 * 86_400_000;

export function createRevisions(world: World): Revisions {
  /** Views are made anew more often than they change. */
  const ids = new WeakMap<RevisedView, string>();
  const keptUntil = new Newest<string, number>(rememberedMax);
  return {
    known(view) {
      const id = ids.get(view);
      if (id === undefined) return null;
      return (keptUntil.get(id) ?? 0) > world.clock.now().getTime() ? id : null;
    },
    async keep(view) {
      const now = world.clock.now();
      const { id, text } = revisionOf(view);
      ids.set(view, id);
      if ((keptUntil.get(id) ?? 0) > now.getTime()) return id;
      const { integrationId } = view;
      try {
        await store(world, { _id: id, integrationId, text, usedAt: now });
      } catch (err) {
        world.log.warn({ err, integrationId }, 'payloads keep their traces for now');
        return null;
      }
      keptUntil.set(id, now.getTime() + rememberedMilliseconds);
      return id;
    },
  };
}

/** The rules of a revision; null when they are not kept any more. */
export async function rulesOfRevision(
  { store }: Pick<World, 'store'>,
  id: string,
): Promise<RevisionRules | null> {
  const found = await driverCollection(revisionModel(store)).findOne({ _id: id });
  if (!found) return null;
  return JSON.parse(inflateRawSync(found.rules.buffer).toString('utf8')) as RevisionRules;
}

/** Removes revisions that no payload refers to any more. */
export async function removeUnusedRevisions(world: World, stopping: AbortSignal): Promise<void> {
  const collection = driverCollection(revisionModel(world.store));
  const payloads = driverCollection(payloadModel(world.store));
  const unused = new Date(world.clock.now().getTime() - unusedMilliseconds);
  for await (const { _id, integrationId, usedAt } of collection
    .find({ usedAt: { $lt: unused } })
    .project<Pick<RevisionDocument, '_id' | 'integrationId' | 'usedAt'>>({ rules: 0 })) {
    if (stopping.aborted) return;
    const [oldest] = await payloads
      .find({ integrationId })
      .project<{ createdAt: Date }>({ createdAt: 1 })
      .sort({ _id: 1 })
      .limit(1)
      .toArray();
    const lastUse = usedAt.getTime() + 2 * rememberedMilliseconds;
    // Unless it was taken up again meanwhile.
    if (!oldest || oldest.createdAt.getTime() > lastUse)
      await collection.deleteOne({ _id, usedAt });
  }
}

/** Named by content and integration: a mapping may come back, and leaves with its integration. */
function revisionOf({ integrationId, type, mapping, splitsAlerts }: RevisedView) {
  const rules: RevisionRules = {
    mapping,
    preParser: type.preParser,
    split: splitsAlerts ? type.split : null,
  };
  const text = JSON.stringify(rules);
  return { id: hash('sha256', `${integrationId}\n${text}`, 'base64url').slice(0, 16), text };
}

async function store(
  world: World,
  { _id, text, integrationId, usedAt }: Omit<RevisionDocument, 'rules'> & { text: string },
): Promise<void> {
  const rules = new Binary(deflateRawSync(text));
  try {
    await driverCollection(revisionModel(world.store)).updateOne(
      { _id },
      { $setOnInsert: { integrationId, rules }, $max: { usedAt } },
      { upsert: true },
    );
  } catch (error) {
    // Another process was faster.
    if (!isDuplicateKey(error)) throw error;
  }
}
