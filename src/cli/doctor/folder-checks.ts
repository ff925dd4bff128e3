import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { verifyDataFolder } from '../../store/index.ts';
import { errorText } from '../error-text.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const megabyte = 1024 * 1024;
const freeBytesMin = 256 * megabyte;
const freeBytesEnough = 2048 * megabyte;
const logBytesEnough = 256 * megabyte;
const logDaysMax = 1;

export type FolderSettings = Pick<Config, 'dataDir' | 'mongodbUri' | 'secretKey'>;

/** Checks of the data folder that do not open the database in it. */
export function checkFolder(settings: FolderSettings, now: Date): Finding[] {
  const { dataDir, mongodbUri } = settings;
  if (!existsSync(dataDir))
    return mongodbUri !== undefined && settings.secretKey !== undefined
      ? [
          ok(
            'Data folder',
            'None: the data is in MongoDB, and the secret key in TOCSIN_SECRET_KEY.',
          ),
        ]
      : [
          problem(
            'Data folder',
            `${dataDir} does not exist.`,
            'Run this where the server runs, with its settings (TOCSIN_DATA_DIR); before the first start there is none.',
          ),
        ];
  return [
    checkAccess(dataDir),
    checkSpace(dataDir),
    checkKeyFile(settings),
    ...(mongodbUri === undefined ? [checkLog(dataDir, now)] : []),
  ];
}

/** Whether the disk gives back what was written to the data file; it reads all of it. */
export async function checkPages({ dataDir, mongodbUri }: FolderSettings): Promise<Finding[]> {
  if (mongodbUri !== undefined) return [];
  try {
    const verified = await verifyDataFolder(dataDir);
    if (verified === null) return [];
    return [
      verified.damage === null
        ? ok('Data file', `All ${verified.pages} pages of data.db are what was written.`)
        : problem('Data file', `${verified.damage}.`, 'Look at the disk, too: others may follow.'),
    ];
  } catch (error) {
    const reason = errorText(error);
    return [problem('Data file', reason, 'Look at the disk, and who may read the folder.')];
  }
}

/** Whether the database may be opened; opening one without its key would make a new key. */
export function canOpen({ dataDir, mongodbUri, secretKey }: FolderSettings): boolean {
  const hasData = mongodbUri !== undefined || existsSync(join(dataDir, 'data.db'));
  return hasData && (secretKey !== undefined || existsSync(join(dataDir, 'secret.key')));
}

function checkAccess(dataDir: string): Finding {
  const { uid, mode } = statSync(dataDir);
  const own = process.getuid?.();
  if (own !== undefined && own !== uid)
    return problem(
      'Data folder',
      `${dataDir} belongs to user ${uid}, and this is user ${own}.`,
      'Run the server and its commands as the same user: sudo -u, or chown -R.',
    );
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return problem('Data folder', `${dataDir} is not writable.`, `Run chmod u+rwx ${dataDir}`);
  }
  return (mode & 0o077) === 0
    ? ok('Data folder', `${dataDir} is for its owner only.`)
    : warning('Data folder', `${dataDir} is open to other users.`, `Run chmod 700 ${dataDir}`);
}

function checkSpace(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const text = `${sizeText(free)} free.`;
  const advice = 'When it is full, webhooks are refused: free space, or shorten TOCSIN_RETENTION.';
  if (free < freeBytesMin) return problem('Disk', text, advice);
  return free < freeBytesEnough ? warning('Disk', text, advice) : ok('Disk', text);
}

function checkKeyFile({ dataDir, mongodbUri, secretKey }: FolderSettings): Finding {
  const file = join(dataDir, 'secret.key');
  if (secretKey !== undefined) return ok('Secret key', 'TOCSIN_SECRET_KEY is set.');
  if (!existsSync(file)) {
    const isFirst = mongodbUri === undefined && !existsSync(join(dataDir, 'data.db'));
    return isFirst
      ? warning('Secret key', 'There is none yet.', 'The first start makes one.')
      : problem(
          'Secret key',
          `${file} is missing, so stored secrets cannot be read.`,
          'Restore it from a backup, or set TOCSIN_SECRET_KEY, before the next start.',
        );
  }
  const { mode } = statSync(file);
  return (mode & 0o077) === 0
    ? ok('Secret key', `${file} is for its owner only.`)
    : problem('Secret key', `Other users can read ${file}.`, `Run chmod 600 ${file}`);
}

/** The log holds what is not in the data file yet. It is moved when the server is idle, and at each stop. */
function checkLog(dataDir: string, now: Date): Finding {
  const file = join(dataDir, 'data.db');
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const data = statSync(file, { throwIfNoEntry: false });
  if (!data) return warning('Database log', 'There is no database yet.', 'Start the server.');
  if (!log || log.size === 0) return ok('Database log', 'Empty: all data is in data.db.');
  const days = (now.getTime() - data.mtimeMs) / 86_400_000;
  const text = `${sizeText(log.size)} in data.db-wal; data.db was last written ${ageText(data.mtime, now)} ago.`;
  const advice =
    'The log is not being moved into data.db: look for errors in the log of the server, check the disk, and restart. Never copy data.db alone; use tocsin backup.';
  return log.size > logBytesEnough || (days > logDaysMax && log.mtimeMs - data.mtimeMs > 86_400_000)
    ? warning('Database log', text, advice)
    : ok('Database log', text);
}

function sizeText(bytes: number): string {
  return bytes < 1024 * megabyte
    ? `${Math.round(bytes / megabyte)} MB`
    : `${(bytes / 1024 / megabyte).toFixed(1)} GB`;
}

function ageText(moment: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - moment.getTime()) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2 * 1440
    ? `${Math.round(minutes / 60)} h`
    : `${Math.round(minutes / 1440)} days`;
}
