import { rm } from 'node:fs/promises';
import type { CommandStartedEvent } from 'mongodb';
import mongoose from 'mongoose';
import { canonicalJson, createLog } from '../../src/kernel/index.ts';
import { models } from '../../src/modules.ts';
import { openStore } from '../../src/store/index.ts';
import type { TestApp } from './app.ts';
import { newDataFolder } from './data-folder.ts';

const { BSON } = mongoose.mongo;
const writes = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']);
/** What is said beside the command, for a server or a connection of its kind. */
const beside = /^(lsid|txnNumber|(write|read)Concern|\$.*)$/;

export interface MirroredWrites {
  /** Writes to the embedded database as well; names the documents that differ then. */
  differences(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Compares another MongoDB with the embedded database, which gets all documents that there are now, and whatever is
 * written from now on. Commands of the app are to be seen: call `recordQueries` before it starts.
 */
export async function mirrorWrites({ app }: TestApp): Promise<MirroredWrites> {
  const { connection } = app.world.store;
  const dataDir = await newDataFolder('tocsin-mirror-');
  const mirror = await openStore({
    mongodbUri: undefined,
    dataDir,
    databaseName: connection.name,
    log: createLog('warn'),
    models,
    mayBeEmpty: true,
    sweepSeconds: 86_400,
  });
  const names = models.map(({ collectionName }) => collectionName);
  for (const name of names) {
    const documents = await connection.collection(name).find().toArray();
    if (documents.length > 0) await mirror.connection.collection(name).insertMany(documents);
  }
  const commands: Uint8Array[] = [];
  const record = ({ commandName, command }: CommandStartedEvent) => {
    if (!writes.has(commandName)) return;
    const own = Object.entries(command).filter(([member]) => !beside.test(member));
    // As bytes: who asked may go on with what the command is made of.
    commands.push(BSON.serialize(Object.fromEntries(own)));
  };
  connection.getClient().on('commandStarted', record);
  return {
    async differences() {
      connection.getClient().off('commandStarted', record);
      // What the other one refused is refused here, too, or the documents differ.
      for (const command of commands)
        await mirror.connection.db?.command(BSON.deserialize(command)).catch(() => {});
      const found: string[] = [];
      for (const name of names) {
        const here = await textsById(connection.collection(name));
        const there = await textsById(mirror.connection.collection(name));
        for (const id of new Set([...here.keys(), ...there.keys()]))
          if (here.get(id) !== there.get(id))
            found.push(`${name} ${id}: ${here.get(id)}, embedded ${there.get(id)}`);
      }
      return found;
    },
    async close() {
      await mirror.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function textsById(collection: {
  find(): { toArray(): Promise<{ _id: unknown }[]> };
}): Promise<Map<string, string>> {
  const documents = await collection.find().toArray();
  // Where an update puts new members, and an upsert all of them, is the server's choice.
  const textOf = (one: object) => canonicalJson(BSON.EJSON.serialize(one));
  return new Map(documents.map((one) => [String(one._id), textOf(one)]));
}
