import { existsSync, renameSync } from 'node:fs';
import { type DataFileHead, readDataFileHead, restoreAdvice } from './data-file.ts';
import { examineLog } from './log-loss.ts';
import { type LogState, readLogState } from './log-record.ts';
import { takeSumsOfBackup } from './sealed-backup.ts';
import { damageText, makeSums, verifyPages } from './verify-pages.ts';

interface Wishes {
  /** Start with what is left. */
  acceptDataLoss: boolean;
  warn(text: string): void;
}

const acceptAdvice =
  'To start with the remaining data, set TOCSIN_ACCEPT_DATA_LOSS=yes for one start';

/**
 * Examines the files before SQLite opens them: it would take what it cannot read for never written, and what a
 * disk has changed for the truth. Tells whether every page is what was written.
 * @throws Error where data is missing or damaged: which file, and what to do
 */
export async function examineFolder(
  file: string,
  { acceptDataLoss, warn }: Wishes,
): Promise<{ isNew: boolean; isSound: boolean }> {
  await takeSumsOfBackup(file);
  const head = readDataFileHead(file);
  const left = readLogState(`${file}-record`);
  if (head === undefined) {
    if (left !== undefined) refuseOrWarn(`${file} is missing or empty, but its log is there`);
    return { isNew: true, isSound: true };
  }
  const strange = strangers(file, head, left);
  if (strange !== undefined) refuseOrWarn(strange);
  const isWhole = left === undefined ? strange === undefined : settleLog(file, left);
  return { isNew: false, isSound: (await arePagesWhole(head)) && isWhole };

  async function arePagesWhole({ pages, pageBytes, bytes }: DataFileHead): Promise<boolean> {
    const verified = await verifyPages(file);
    if (verified === undefined) {
      if (left === undefined && bytes < pages * pageBytes)
        refuseOrWarn(
          `${file} is cut off: it has ${bytes} of ${pages * pageBytes} bytes. ${restoreAdvice}`,
        );
      warn(`${file} has no checksums beside it, so all of it is checked before it is served`);
      await makeSums(file);
      return false;
    }
    const { damaged, unsummed } = verified;
    if (damaged.length > 0) refuseOrWarn(damageText(file, verified));
    if (unsummed.length > 0)
      warn(`${unsummed.length} checksums beside ${file} were damaged; they are made anew`);
    if (damaged.length + unsummed.length > 0) await makeSums(file);
    return damaged.length === 0;
  }

  function settleLog(dataFile: string, known: LogState): boolean {
    const log = `${dataFile}-wal`;
    const finding = examineLog(log, known);
    if (finding.kind === 'whole') return true;
    if (finding.kind === 'lost') {
      refuseOrWarn(
        `${finding.what}. Put the file back (data.db and data.db-wal belong together) or restore a backup; only if another program, such as sqlite3, has opened data.db since, nothing is lost`,
      );
      if (!finding.dataFileIsAhead) return false;
    }
    // Older pages in the log would hide newer ones in the data file.
    if (existsSync(log)) renameSync(log, `${log}.damaged`);
    return finding.kind === 'unneeded';
  }

  function refuseOrWarn(what: string): void {
    if (!acceptDataLoss) throw new Error(`data is lost. ${what}. ${acceptAdvice}`);
    warn(`data loss accepted: ${what}`);
  }
}

/**
 * The files that do not belong to the data file, or are missing beside it, as a sentence; `undefined` where none are.
 */
function strangers(
  file: string,
  { run }: DataFileHead,
  left: LogState | undefined,
): string | undefined {
  if (left === undefined && run !== 0)
    return `${file} is from a server that was running or was killed, and what belongs to it is missing: ${file}-record, and the changes that only ${file}-wal had. Put both files back, or restore a backup: a copy of data.db alone is none (npx tocsin backup)`;
  if (left !== undefined && left.run !== 0 && left.run !== run)
    return `${file} and the log beside it are of two different databases, as after a backup was put into a folder that was not empty. To use this data.db, remove data.db-wal, data.db-shm, data.db-record and data.db-sums; to use the log, put its data.db back. ${restoreAdvice}`;
  return undefined;
}
