import type { CommandStartedEvent } from 'mongodb';
import mongoose from 'mongoose';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';

interface Recorded {
  name: string;
  command: Record<string, unknown>;
}

/** A query whose plan scans its collection. */
export interface Scan {
  collection: string;
  query: string;
}

/** A query that reads many more documents than it gives, as one that follows an index and then looks at each. */
export interface Costly extends Scan {
  read: number;
  given: number;
}

export interface RecordedQueries {
  /** What was asked so far is not explained. */
  forget(): void;
  /** How often each `collection command` was asked since. */
  counts(): Map<string, number>;
  /**
   * `collection command` of every query that was explained, those whose plan scans a collection, and those that read
   * many documents for few that they give.
   */
  explainAll(app: TestApp): Promise<{ seen: Set<string>; scans: Scan[]; costly: Costly[] }>;
}

/**
 * Ids, digests and times. Queries that differ in nothing else have one plan, and most do: each request looks for its
 * key, and explaining takes as long as asking.
 */
const particulars = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24,}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** More than a step of work in the background, less than `growing` collections of tests hold. */
const few = 1000;

const watched = new Set([
  'find',
  'aggregate',
  'count',
  'distinct',
  'update',
  'delete',
  'findAndModify',
  'bulkWrite',
]);

/** Records every query of the connections that are opened from now on; call before the app starts. */
export function recordQueries(): RecordedQueries {
  const recorded: Recorded[] = [];
  const { createConnection } = mongoose;
  vi.spyOn(mongoose, 'createConnection').mockImplementation((...given: unknown[]) => {
    const [uri, options] = given as [string, object];
    const connection = Reflect.apply(createConnection, mongoose, [
      uri,
      { ...options, monitorCommands: true },
    ]);
    connection.once('connected', () =>
      connection
        .getClient()
        .on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
          if (watched.has(commandName))
            recorded.push({ name: commandName, command: plain(command) });
        }),
    );
    return connection;
  });
  return {
    forget() {
      recorded.length = 0;
    },
    counts() {
      const places = recorded.map(({ name, command }) => `${command[name]} ${name}`);
      return new Map(
        Map.groupBy(places, (place) => place)
          .entries()
          .map(([at, { length }]) => [at, length]),
      );
    },
    async explainAll(app) {
      const seen = new Set<string>();
      const scans = new Map<string, Scan>();
      const costly = new Map<string, Costly>();
      const explained = new Set<string>();
      const db = app.app.world.store.connection.db;
      // FerretDB shows plans of PostgreSQL, which reads small tables whole whatever indexes there are.
      const hasPlans = !('ferretdb' in ((await db?.command({ buildInfo: 1 })) ?? {}));
      // Explaining is no query of the application.
      for (const { name, command } of recorded.splice(0))
        for (const query of queriesOf(name, command)) {
          const text = JSON.stringify(query);
          const alike = text.replaceAll(particulars, '?');
          if (explained.has(alike)) continue;
          explained.add(alike);
          const place =
            name === 'bulkWrite' ? `${String(query.find)} update` : `${command[name]} ${name}`;
          if (!hasPlans) {
            seen.add(place);
            continue;
          }
          const explanation = await db?.command({ explain: query, verbosity: 'executionStats' });
          const plan = JSON.stringify(explanation);
          if (!plan.includes('stage')) throw new Error(`${place} has no plan: ${plan}`);
          seen.add(place);
          const shown = text.slice(0, 300);
          const found = { collection: String(command[name]), query: shown };
          if (plan.includes('COLLSCAN')) scans.set(shown, found);
          const { totalDocsExamined: read, nReturned: given } = explanation?.executionStats ?? {};
          if (read > 2 * given + few) costly.set(shown, { ...found, read, given });
        }
      return { seen, scans: [...scans.values()], costly: [...costly.values()] };
    },
  };
}

/** As it is now: the driver may change what it was given. */
function plain(command: unknown): Record<string, unknown> {
  return mongoose.mongo.BSON.deserialize(
    mongoose.mongo.BSON.serialize(command as Record<string, unknown>),
    { promoteBuffers: true },
  );
}

/** The queries of a command, each as something that can be explained. */
function queriesOf(name: string, command: Record<string, unknown>): Record<string, unknown>[] {
  const collection = command[name] as string;
  const shapes: Record<string, () => Record<string, unknown>[]> = {
    update: () =>
      (command.updates as { q: object }[]).map(({ q }) => ({ find: collection, filter: q })),
    delete: () =>
      (command.deletes as { q: object }[]).map(({ q }) => ({ find: collection, filter: q })),
    findAndModify: () => [
      { find: collection, filter: command.query, ...(command.sort ? { sort: command.sort } : {}) },
    ],
    // Its insertions look for nothing.
    bulkWrite: () =>
      (command.ops as { update?: number; filter: object }[]).flatMap(({ update, filter }) => {
        const { ns } = (command.nsInfo as { ns: string }[])[update ?? -1] ?? {};
        return ns === undefined ? [] : [{ find: ns.slice(ns.indexOf('.') + 1), filter }];
      }),
    aggregate: () => [{ aggregate: collection, pipeline: command.pipeline, cursor: {} }],
    count: () => [{ count: collection, query: command.query }],
    distinct: () => [{ distinct: collection, key: command.key, query: command.query }],
    find: () => {
      const { filter, sort, hint, projection, batchSize } = command;
      const limit = command.limit ?? batchSize;
      return [
        Object.fromEntries(
          Object.entries({ find: collection, filter, sort, hint, projection, limit }).filter(
            ([, value]) => value !== undefined,
          ),
        ),
      ];
    },
  };
  return shapes[name]?.() ?? [];
}
