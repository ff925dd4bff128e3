import mongoose from 'mongoose';

/** The database of a data folder in the MongoDB of TOCSIN_TEST_MONGODB_URI, the same for every process on it. */
export function databaseNameOf(dataDir: string): string {
  return `tocsin_test_${dataDir.slice(-6)}`;
}

/** Removes what an app left in the MongoDB of TOCSIN_TEST_MONGODB_URI, if there is one. */
export async function dropDatabase(dataDir: string): Promise<void> {
  const uri = process.env.TOCSIN_TEST_MONGODB_URI;
  if (!uri) return;
  const options = { dbName: databaseNameOf(dataDir) };
  const connection = await mongoose.createConnection(uri, options).asPromise();
  await connection.dropDatabase();
  await connection.close();
}
