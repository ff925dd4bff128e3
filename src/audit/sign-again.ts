import type { WithId } from 'mongodb';
import type { SecretBox, World } from '../kernel/index.ts';
import { driverCollection } from '../store/index.ts';
import { isUntouched } from './chain.ts';
import { type AuditHead, headModel, isSignedHead, signHead } from './heads.ts';
import { type AuditDocument, auditModel } from './model.ts';
import { type ChainStart, chainStartModel, isSignedStart, signStart } from './retention.ts';

const atOnce = 500;

/**
 * Signs with the key of `world` what the key before signed. What was altered before is signed by neither, so it still
 * shows; what is signed already stays as it is.
 */
export async function signAgain(world: World, former: SecretBox): Promise<void> {
  await signEntries(world, former);
  for await (const head of all<AuditHead>(headModel(world.store)))
    if (isSignedHead(former, head))
      await driverCollection(headModel(world.store)).updateOne(
        { _id: head._id },
        { $set: { signature: signHead(world.secrets, head) } },
      );
  for await (const start of all<ChainStart>(chainStartModel(world.store)))
    if (isSignedStart(former, start))
      await driverCollection(chainStartModel(world.store)).updateOne(
        { _id: start._id },
        { $set: { signature: signStart(world.secrets, start) } },
      );
}

async function signEntries({ store, secrets }: World, former: SecretBox): Promise<void> {
  const entries = driverCollection<AuditDocument>(auditModel(store));
  let writes: { updateOne: { filter: { _id: string }; update: object } }[] = [];
  const write = async () => {
    if (writes.length > 0) await entries.bulkWrite(writes, { ordered: false });
    writes = [];
  };
  for await (const entry of all<AuditDocument>(auditModel(store))) {
    if (!isUntouched(entry, former)) continue;
    const signature = secrets.sign(entry.hash);
    writes.push({ updateOne: { filter: { _id: entry._id }, update: { $set: { signature } } } });
    if (writes.length >= atOnce) await write();
  }
  await write();
}

function all<Stored extends { _id: string }>(
  model: Parameters<typeof driverCollection<Stored>>[0],
): AsyncIterable<WithId<Stored>> {
  // as never: every id there is, as a range; they are texts.
  return driverCollection<Stored>(model).find({ _id: { $gt: '' } } as never);
}
