import type { Connection } from 'mongoose';

/**
 * Why administrators are to be told of a payload has a code and values now; what waits to be told already are words
 * without a code of their own.
 */
export async function saidOfPayloads(connection: Connection): Promise<void> {
  for (const [name, member] of [
    ['payloads', 'untold'],
    ['unreadable_episodes', 'reason'],
  ] as const)
    await connection
      .collection(name)
      .updateMany({ [member]: { $type: 'string' } }, [
        { $set: { [member]: { code: 'words', values: { text: `$${member}` } } } },
      ]);
}
