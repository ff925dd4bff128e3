import type { Collection } from 'mongodb';
import type { World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { newHolder, processOf } from './holder.ts';

/** How documents of one collection say that somebody works on them. */
export interface ClaimOptions<Document> {
  model: { readonly collection: unknown };
  /**
   * Member with the time at which a document is due. A claim moves it to its own end: after a crash the document is due
   * again.
   */
  dueAt: string;
  /** Member with the holder. */
  takenBy: string;
  leaseMilliseconds: number | ((document: Document) => number);
  /** Also takes when this process is alone: it looks for more while it still works on some. */
  evenAlone?: true;
}

/** The documents that one process holds until the lease is over. */
export interface Claim<Document> {
  /** As they are stored now, in the order in which they were found. */
  documents: Document[];
  /** Part of the filter of every write of a holder: who was too slow has lost the document and changes nothing. */
  held: Readonly<Record<string, string>>;
}

/** Any document. */
interface Claimable {
  _id: string;
  [member: string]: unknown;
}

/** Takes those of the documents that are still due. Others have taken the rest. */
export async function claim<Document extends { readonly _id: string }>(
  { clock }: Pick<World, 'clock'>,
  processes: Pick<Processes, 'id' | 'exclusive'>,
  options: ClaimOptions<Document>,
  found: readonly Document[],
): Promise<Claim<Document>> {
  const { dueAt, takenBy, leaseMilliseconds, evenAlone } = options;
  if (found.length === 0 || (!evenAlone && processes.exclusive()))
    return { documents: [...found], held: {} };
  const collection = collectionOf(options);
  const now = clock.now();
  const held = { [takenBy]: newHolder(processes) };
  const leaseOf = (document: Document) =>
    typeof leaseMilliseconds === 'number' ? leaseMilliseconds : leaseMilliseconds(document);
  for (const [lease, documents] of Map.groupBy(found, leaseOf))
    await collection.updateMany(
      { _id: { $in: idsOf(documents) }, [dueAt]: { $lte: now } },
      { $set: { ...held, [dueAt]: new Date(now.getTime() + lease) } },
    );
  const taken = await collection.find({ _id: { $in: idsOf(found) }, ...held }).toArray();
  const byId = new Map(taken.map((document) => [document._id, document]));
  // as: they are documents of the model, read again.
  const documents = idsOf(found).flatMap((id) => (byId.get(id) as Document | undefined) ?? []);
  return { documents, held };
}

/** Makes the documents that dead processes hold due at once. The member with the holder needs an index. */
export async function releaseClaimsOfDead<Document>(
  { clock }: Pick<World, 'clock'>,
  processes: Processes,
  options: ClaimOptions<Document>,
): Promise<void> {
  const { dueAt, takenBy } = options;
  const collection = collectionOf(options);
  // Claims first, processes second: one that has just started is never taken for dead.
  const holders: unknown[] = await collection.distinct(takenBy, { [takenBy]: { $gt: '' } });
  if (holders.length === 0) return;
  const living = await processes.living();
  const dead = holders.filter((holder) => !living.has(processOf(String(holder)) ?? ''));
  if (dead.length === 0) return;
  await collection.updateMany(
    { [takenBy]: { $in: dead } },
    { $set: { [dueAt]: clock.now() }, $unset: { [takenBy]: '' } },
  );
}

const idsOf = (documents: readonly { readonly _id: string }[]) => documents.map(({ _id }) => _id);

/** The driver's own view: which members a document has is in the options. */
function collectionOf<Document>({ model }: ClaimOptions<Document>): Collection<Claimable> {
  return model.collection as Collection<Claimable>;
}
