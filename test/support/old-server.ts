import { MongoNetworkError } from 'mongodb';
import type { Connection } from 'mongoose';

/** The wire version of MongoDB 7, which writes to one collection with one command. */
const oldWireVersion = 21;

/** What befalls a write: it never arrives, or its answer gets lost. */
export type Fault = 'never arrives' | 'answer is lost';

/** Told of each write before it is sent. */
export type OnWrite = (
  collection: string,
  kind: 'insert' | 'update',
) => Fault | undefined | Promise<Fault | undefined>;

/** The same connection, as of a server of another version on the wire, and with a network that may fail. */
export function asOldServer(
  connection: Connection,
  { wireVersion = oldWireVersion, onWrite = () => undefined }: OldServer = {},
): Connection {
  const admin = () => ({ command: async () => ({ maxWireVersion: wireVersion }) });
  const db = over(connection.db ?? {}, { admin });
  const collection = (name: string) => {
    const found = connection.collection(name);
    const failing =
      (kind: 'insert' | 'update', method: 'insertMany' | 'bulkWrite') =>
      async (...given: unknown[]) => {
        const fault = await onWrite(name, kind);
        if (fault === 'never arrives') throw new MongoNetworkError('connection was closed');
        const answer: unknown = await Reflect.apply(found[method], found, given);
        if (fault === 'answer is lost') throw new MongoNetworkError('connection was closed');
        return answer;
      };
    return over(found, {
      insertMany: failing('insert', 'insertMany'),
      bulkWrite: failing('update', 'bulkWrite'),
    });
  };
  return over(connection, { db, collection });
}

interface OldServer {
  wireVersion?: number;
  onWrite?: OnWrite;
}

function over<Target extends object>(target: Target, members: Record<string, unknown>): Target {
  return new Proxy(target, {
    get: (of, name) =>
      typeof name === 'string' && name in members ? members[name] : Reflect.get(of, name, of),
  });
}
