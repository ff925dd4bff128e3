import type { Connection } from 'mongoose';

/** Texts that the server composed have codes and values now; those that are there already are words without a code of their own. */
export async function sentences(connection: Connection): Promise<void> {
  for (const [name, members] of Object.entries(texts))
    for (const member of members)
      await connection
        .collection(name)
        .updateMany({ [member]: { $type: 'string' } }, [
          { $set: { [member]: { code: 'words', values: { text: `$${member}` } } } },
        ]);
}

const texts = {
  deliveries: ['because', 'dropReason'],
  number_set_ups: ['text'],
  routing_rule_execution_logs: ['effectSummary'],
};
