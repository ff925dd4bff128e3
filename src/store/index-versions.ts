import type { Connection } from 'mongoose';

interface IndexVersion {
  /** The collection. */
  _id: string;
  /** The newest version of the program that has made its indexes. */
  version: string;
}

/**
 * Which version of the program has made the indexes of each collection. While servers are replaced one by one, an older one may start
 * again beside newer ones: it must not change their indexes back.
 */
export class IndexVersions {
  readonly #connection: Connection;
  readonly #own: string;
  readonly #known: ReadonlyMap<string, string>;

  private constructor(connection: Connection, own: string, known: ReadonlyMap<string, string>) {
    this.#connection = connection;
    this.#own = own;
    this.#known = known;
  }

  static async read(connection: Connection, own: string): Promise<IndexVersions> {
    const found = await stored(connection)
      .find({ _id: { $gt: '' } })
      .toArray();
    return new IndexVersions(connection, own, new Map(found.map((one) => [one._id, one.version])));
  }

  /** Whether this version may change an index of the collection that is there. */
  mayChange(collection: string): boolean {
    const known = this.#known.get(collection);
    return known === undefined || !isNewer(known, this.#own);
  }

  /** The collections have the indexes of this version, unless a newer one was there before. */
  async note(collections: readonly string[]): Promise<void> {
    const own = this.#own;
    const changed = collections.filter(
      (_id) => this.#known.get(_id) !== own && this.mayChange(_id),
    );
    if (changed.length === 0) return;
    await stored(this.#connection).bulkWrite(
      changed.map((_id) => ({
        updateOne: { filter: { _id }, update: { $set: { version: own } }, upsert: true },
      })),
      { ordered: false },
    );
  }
}

function stored(connection: Connection) {
  return connection.collection<IndexVersion>('index_versions');
}

/** Numbers between dots; what follows them is no matter. */
function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number));
  for (const [place, number] of (a ?? []).entries()) {
    const difference = number - (b?.[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
