import { MongoClient } from 'mongodb';
import { startEmbedded } from '../../../src/store/embedded/index.ts';

/** A second process on a folder: says its role and writes one document. */
const [dir = ''] = process.argv.slice(2);
const embedded = await startEmbedded({ dir });
const client = await new MongoClient(embedded.uri).connect();
await client.db('test').collection('guests').insertOne({ role: embedded.role });
await client.close();
await embedded.close();
console.log(embedded.role);
