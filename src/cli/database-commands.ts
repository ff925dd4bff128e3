import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** Copies of the embedded database. */
export function addDatabaseCommands(tocsin: Command, { print, env }: Terminal): void {
  tocsin
    .command('backup')
    .argument('<file>', 'new file; put it into an empty data folder as data.db to restore')
    .description('copy the embedded database; works while the server runs')
    .action(async (file: string) => {
      const { backUpDataFolder } = await import('../store/index.ts');
      await backUpDataFolder(await embeddedDataDir(env), file);
      print(
        `${file} is a complete copy. It does not contain secret.key, which decrypts its secrets: keep that file, too.`,
      );
    });

  tocsin
    .command('dump')
    .argument('<folder>', 'new folder')
    .option('--database <name>', 'name in MongoDB; default: the one in MONGODB_URI, or tocsin')
    .description(
      'write the embedded database in the format of mongorestore; works while the server runs',
    )
    .addHelpText(
      'after',
      '\nThen, before a server starts there:\n  mongorestore --uri "$MONGODB_URI" <folder>/<name>\nAlso move secret.key, or set TOCSIN_SECRET_KEY to what is in it.',
    )
    .action(async (folder: string, { database }: { database?: string }) => {
      const { readConfig } = await import('../config.ts');
      const { mongodbUri, dataDir } = readConfig(env);
      const { exportDataFolder } = await import('../store/index.ts');
      const dump = await exportDataFolder(dataDir, folder, { mongodbUri, database });
      print(`Load it into MongoDB before you start the server there:\n\n  ${dump.command}\n`);
      print(`${dump.documents} documents to restore.`);
    });
}

/** Throws when the data lies in a MongoDB server, which has a tool of its own. */
async function embeddedDataDir(env: NodeJS.ProcessEnv): Promise<string> {
  const { readConfig } = await import('../config.ts');
  const { mongodbUri, dataDir } = readConfig(env);
  if (mongodbUri !== undefined)
    throw new Error(`MONGODB_URI is set, so the data is on that server; use mongodump instead.`);
  return dataDir;
}
