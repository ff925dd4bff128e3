import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasUnansweredNotes } from '../calls/index.ts';
import { readConfig } from '../config.ts';
import {
  abandonSecretKeyChange,
  beginSecretKeyChange,
  endSecretKeyChange,
  settleSecretKeyChange,
} from '../identity/index.ts';
import {
  createLog,
  createSecretBox,
  isSealed,
  type SecretBox,
  type World,
} from '../kernel/index.ts';
import { joinStore, type Processes } from '../processes/index.ts';
import { keyFile, moveKeyFile, readKeyFile, writeKeyFile } from '../secret-key.ts';
import { changeStoredTexts } from '../store/index.ts';
import { openWorld } from '../world.ts';
import type { Print } from './operator-world.ts';

export interface RotateOptions {
  newKey?: string;
}

export async function rotateSecretKey({ newKey }: RotateOptions, print: Print): Promise<void> {
  const config = readConfig(process.env);
  const { dataDir, mongodbUri, secretKey } = config;
  const isFile = secretKey === undefined;
  if (isFile && !existsSync(keyFile(dataDir)))
    throw new Error(
      `There is no ${keyFile(dataDir)}, and TOCSIN_SECRET_KEY is not set: run this with the settings of the server.`,
    );
  if (isFile && newKey !== undefined)
    throw new Error(
      '--new-key is for servers whose key is given in TOCSIN_SECRET_KEY. Here the new key is put into secret.key.',
    );
  if (mongodbUri === undefined && !existsSync(join(dataDir, 'data.db')))
    throw new Error(`There is no database in ${dataDir}.`);
  if (await hasUnansweredNotes(dataDir))
    throw new Error(
      `${dataDir} has notes of calls that could not be answered. Start the server until it has taken them over, which is a minute, and stop it again.`,
    );
  const file = newKey ?? `${keyFile(dataDir)}.next`;
  const world = await openWorld(config, { log: createLog('error') });
  try {
    await replaceSecretKey(world, { dataDir: isFile ? dataDir : null, file }, print);
  } finally {
    await world.store.close();
  }
}

export interface KeyPlaces {
  /** Where `secret.key` is; null: the key is a setting of the servers. */
  dataDir: string | null;
  /** File of the new key; made where it is missing. */
  file: string;
}

/**
 * Seals and signs everything that is stored anew. Whenever it ends, it goes on when it is run again:
 *
 * 1. the new key is in `file`, so that nothing is ever sealed by a key that is nowhere;
 * 2. the installation says that its key is being replaced, so that no server starts;
 * 3. each stored value is sealed by one of the two keys, and opened by it;
 * 4. the installation says that the new key is its own;
 * 5. the file of the former key is kept under another name, the new one takes its place, and the change has ended.
 */
export async function replaceSecretKey(
  world: World,
  { dataDir, file }: KeyPlaces,
  print: Print,
): Promise<void> {
  if (!existsSync(file) && (await endSecretKeyChange(world, world.secrets))) {
    print('The secret key had been replaced already; the change has ended now.');
    return;
  }
  const processes = await joinStore(world);
  let next: SecretBox;
  try {
    await demandAlone(processes);
    next = await newKeyIn(file);
    const state = await beginSecretKeyChange(world, next);
    try {
      // First said, then looked again: a server that starts meanwhile sees it, or is seen.
      await demandAlone(processes);
    } catch (error) {
      if (state === 'begun') await abandonSecretKeyChange(world);
      throw error;
    }
    if (state !== 'done') {
      const report = await sealAgain({ ...world, secrets: next }, world.secrets);
      await settleSecretKeyChange(world, next);
      print(reportText(report));
    } else print('Everything is sealed with the new key already.');
    if (dataDir !== null) {
      // In step 5 of an interrupted run, secret.key may be the new one already; then `file` is gone and we are not
      // here.
      const kept = `${keyFile(dataDir)}.${world.secrets.fingerprint}`;
      const former = await readKeyFile(keyFile(dataDir));
      if (former) await writeKeyFile(kept, former);
      await moveKeyFile(file, keyFile(dataDir));
      print(
        `${keyFile(dataDir)} is the new key. The former one is in ${kept}: move it to where the old backups are. Servers with a secret.key of their own need a copy of the new one.`,
      );
    } else print(settingText(file));
    print(afterText);
  } finally {
    await processes.leave();
  }
  // The very last: whoever runs this again before it goes on, and begins another change after it.
  await endSecretKeyChange(world, next);
}

async function demandAlone(processes: Processes): Promise<void> {
  if ((await processes.living()).size > 1)
    throw new Error(
      'A server uses this database. Stop all servers (one that was killed counts as gone after 15 seconds), and run this again. Nothing was changed.',
    );
}

async function newKeyIn(file: string): Promise<SecretBox> {
  const present = await readKeyFile(file);
  if (present) return createSecretBox(present);
  const key = randomBytes(32);
  await writeKeyFile(file, key);
  return createSecretBox(key);
}

interface Report {
  changed: ReadonlyMap<string, number>;
  /** Texts that neither key opens. */
  unreadable: number;
}

/** `world` has the new key. */
async function sealAgain(world: World, former: SecretBox): Promise<Report> {
  let unreadable = 0;
  const changed = await changeStoredTexts(world.store, (text) => {
    if (!isSealed(text)) return text;
    const plain = opened(former, text);
    if (plain !== null) return world.secrets.seal(plain);
    if (opened(world.secrets, text) === null) unreadable += 1;
    return text;
  });
  for (const module of world.modules) await module.secretKeyChanged?.(world, former);
  return { changed, unreadable };
}

function opened(box: SecretBox, text: string): string | null {
  try {
    return box.open(text);
  } catch {
    return null;
  }
}

function reportText({ changed, unreadable }: Report): string {
  const all = [...changed].map(([name, count]) => `${name} ${count}`).toSorted();
  return [
    `Sealed again: ${all.length === 0 ? 'nothing' : all.join(', ')}.`,
    ...(unreadable === 0
      ? []
      : [
          `${unreadable} text(s) look sealed, and neither key opens them: they were unreadable before, or somebody wrote them so. They are as they were.`,
        ]),
  ].join('\n');
}

const settingText = (file: string) =>
  `The new key is in ${file}. Set TOCSIN_SECRET_KEY to what is in it for every server and command of this database, then remove the file.`;

const afterText = `
What else changes with the key:
- Backups and dumps that were made before need the former key: keep it with them, and nowhere else.
- Signed anew, so still valid: the audit log and its heads. Heads kept elsewhere still compare.
- Still valid: sessions, API keys, passwords, passkeys, authenticator apps, recovery codes, addresses of webhooks, mail and calendars, TXT records of
  domains, the links of messages about incidents, and ACK and RES by text.
- Ended: buttons of chat messages that were sent before, links to confirm and to unsubscribe from status pages (later mails have new ones), codes that confirm a phone
  number, and cookies of status pages with a password.
Was the former key seen by others together with the database or a backup of it? Then replace what was sealed, too: addresses of webhooks and calendars, secrets
of tools, authenticator apps and recovery codes.`;
