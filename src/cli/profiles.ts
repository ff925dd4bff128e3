import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** A server, and the key by which its API is asked. */
export interface Profile {
  endpoint: string;
  apiKey: string;
}

/** `current`: the profile of commands that name none; null when there is none of them. */
export interface Profiles {
  current: string | null;
  profiles: Record<string, Profile>;
}

/** Where `tocsin login` keeps keys: `tocsin/profiles.json` in XDG_CONFIG_HOME, or in `~/.config`. */
export function profilesFile({ XDG_CONFIG_HOME, HOME }: NodeJS.ProcessEnv): string {
  return join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'tocsin', 'profiles.json');
}

/** @throws Error when the file is not ours, or when others than its owner may read it. */
export function readProfiles(env: NodeJS.ProcessEnv): Profiles {
  const file = profilesFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, profiles: {} };
    throw error;
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} holds keys, and others may read it: chmod 600 ${file}`);
  const found = parsed(text);
  if (found === null)
    throw new Error(`${file} is not as tocsin login writes it: remove it, and log in again.`);
  return found;
}

/** The whole file is replaced at once, readable by its owner only. */
export function writeProfiles(env: NodeJS.ProcessEnv, profiles: Profiles): void {
  const file = profilesFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(next, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** @throws Error that says which profiles there are. */
export function profileNamed({ profiles }: Profiles, name: string): Profile {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  const others = Object.keys(profiles).join(', ');
  throw new Error(
    others === ''
      ? `There is no profile ${name}: tocsin login makes one.`
      : `There is no profile ${name}; there are ${others}.`,
  );
}

function parsed(text: string): Profiles | null {
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Profiles>;
    if (typeof profiles !== 'object' || profiles === null) return null;
    const isWhole = Object.values(profiles).every(
      (one) => typeof one?.endpoint === 'string' && typeof one.apiKey === 'string',
    );
    const isKnown = current === null || (current !== undefined && Object.hasOwn(profiles, current));
    return isWhole && isKnown ? { current: current ?? null, profiles } : null;
  } catch {
    return null;
  }
}
