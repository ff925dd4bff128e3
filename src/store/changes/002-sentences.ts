import type { ObjectId } from 'bson';
import type { Connection } from 'mongoose';

/**
 * Texts that the server composed have codes and values now; those that are there already are words without a code of
 * their own.
 */
export async function sentences(connection: Connection): Promise<void> {
  for (const [name, members] of Object.entries(texts))
    for (const member of members)
      await connection
        .collection(name)
        .updateMany({ [member]: { $type: 'string' } }, [
          { $set: { [member]: { code: 'words', values: { text: `$${member}` } } } },
        ]);
  await decisions(connection);
}

const texts = {
  deliveries: ['because', 'dropReason'],
  number_set_ups: ['text'],
  payloads: ['reason'],
  routing_rule_execution_logs: ['effectSummary'],
};

const pageSize = 500;

interface Decided {
  _id: ObjectId;
  decisions: { step: string; result: unknown }[];
}

/** A list, of which no update can change each item by what it was. */
async function decisions(connection: Connection): Promise<void> {
  const payloads = connection.collection('payloads');
  for (;;) {
    const page = await payloads
      .find({ 'decisions.result': { $type: 'string' } })
      .project<Decided>({ decisions: 1 })
      .limit(pageSize)
      .toArray();
    if (page.length === 0) return;
    await payloads.bulkWrite(
      page.map(({ _id, decisions: decided }) => ({
        updateOne: {
          filter: { _id },
          update: {
            $set: {
              decisions: decided.map(({ step, result }) => ({
                step,
                result:
                  typeof result === 'string' ? { code: 'words', values: { text: result } } : result,
              })),
            },
          },
        },
      })),
    );
  }
}
