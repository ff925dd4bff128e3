import type { Connection } from 'mongoose';

interface Stored {
  wire: { domainProofs: { message: unknown }[] };
}

/** The problem with the proof of a domain has a code and values now; stored texts become words without a code. */
export async function saidOfDomains(connection: Connection): Promise<void> {
  const connections = connection.collection<Stored>('oidc_connections');
  // There are few, and a server may be another one than ours: nothing but simple updates.
  for await (const { _id, wire } of connections.find({
    'wire.domainProofs.message': { $type: 'string' },
  }))
    for (const [index, { message }] of wire.domainProofs.entries()) {
      const at = `wire.domainProofs.${index}.message`;
      if (typeof message === 'string')
        await connections.updateOne(
          { _id, [at]: message },
          { $set: { [at]: { code: 'words', values: { text: message } } } },
        );
    }
}
