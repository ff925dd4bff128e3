import { type Config, ConfigError, readConfig } from '../../config.ts';
import { createLog } from '../../kernel/index.ts';
import { openWorld } from '../../world.ts';
import { errorText } from '../error-text.ts';
import { checkAddresses } from './address-checks.ts';
import { checkChats, checkUserGroups } from './chat-checks.ts';
import { checkDatabase } from './database-checks.ts';
import { type Finding, problem } from './finding.ts';
import { canOpen, checkFolder, checkPages } from './folder-checks.ts';
import { checkMailDomain, checkSigning } from './mail-checks.ts';
import { checkProviders } from './provider-checks.ts';
import { checkTasks } from './task-checks.ts';

/** Everything that can be found out about an installation from its machine, whether or not the server runs. */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  try {
    const config = readConfig(env);
    // Before the database is opened, which moves its log.
    const folder = checkFolder(config, new Date());
    return [
      ...folder,
      ...(await checkPages(config)),
      ...(await checkAddresses(config)),
      ...(await checkTasks(config)),
      ...(await checkProviders(config)),
      ...(await checkMailDomain(config)),
      ...(canOpen(config) ? await inDatabase(config) : []),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map((mistake) =>
      problem('Settings', `${mistake}.`, 'README lists all settings.'),
    );
  }
}

async function inDatabase(config: Config): Promise<Finding[]> {
  try {
    const world = await openWorld(config, { log: createLog('silent') });
    try {
      return [
        ...(await checkDatabase(world)),
        ...(await checkSigning(world, config)),
        ...(await checkChats(world)),
        ...(await checkUserGroups(world)),
      ];
    } finally {
      await world.store.close();
    }
  } catch (error) {
    const reason = errorText(error);
    return [
      problem('Database', `It cannot be read: ${reason}`, 'The server does not start, either.'),
    ];
  }
}
