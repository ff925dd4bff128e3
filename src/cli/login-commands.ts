import type { Command } from 'commander';
import { readApi, type Wire } from './api-connection.ts';
import { askHidden } from './hidden-prompt.ts';
import {
  type Profile,
  profileNamed,
  profilesFile,
  readProfiles,
  writeProfiles,
} from './profiles.ts';
import { oneLine, renderTable } from './table.ts';
import { printJson, type Terminal } from './terminal.ts';

const defaultName = 'default';

/** `tocsin login`, `logout` and `profiles`: servers and keys that are kept, so that nobody has to set variables. */
export function addLoginCommands(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns } = terminal;
  tocsin
    .command('login')
    .argument('<endpoint>', 'address of the server, such as https://tocsin.example.com')
    .option('--profile <name>', 'name to keep it under', defaultName)
    .description(
      'keep a server and an API key for the commands to come; asks for the key, or reads it from the standard input',
    )
    .action(async (address: string, { profile }: { profile: string }) => {
      const endpoint = endpointOf(address);
      const apiKey = (await (terminal.askSecret ?? askForKey)(`API key for ${endpoint}: `)).trim();
      if (apiKey === '') throw new Error('There is no key: type it, or pass it by a pipe.');
      const holder = await holderOf({ endpoint, apiKey });
      const { profiles } = readProfiles(env);
      writeProfiles(env, {
        current: profile,
        profiles: { ...profiles, [profile]: { endpoint, apiKey } },
      });
      print(
        `${endpoint} knows the key (${holder}). Kept as profile ${profile} in ${profilesFile(env)}.`,
      );
      const inTheWay = variablesInTheWay(env, profile);
      if (inTheWay !== null) print(inTheWay);
    });

  tocsin
    .command('logout')
    .option('--profile <name>', 'default: the current one')
    .description('forget a profile and its key; the key itself stays valid')
    .action(({ profile }: { profile?: string }) => {
      const found = readProfiles(env);
      const name = profile ?? found.current;
      if (name === null) throw new Error('There is no current profile; name one with --profile.');
      profileNamed(found, name);
      const { [name]: _, ...profiles } = found.profiles;
      writeProfiles(env, { current: found.current === name ? null : found.current, profiles });
      print(`Profile ${name} is forgotten. Revoke its key if nobody needs it any more.`);
    });

  const list = tocsin
    .command('profiles')
    .option('--json', 'for programs, without the keys')
    .description('list the profiles that are kept; * is the current one')
    .action(({ json }: { json?: boolean }) => {
      const { current, profiles } = readProfiles(env);
      const all = Object.entries(profiles).map(([name, { endpoint }]) => ({
        name,
        endpoint,
        isCurrent: name === current,
      }));
      if (json) printJson(terminal, all);
      else if (all.length === 0) print('There are no profiles: tocsin login makes one.');
      else {
        const rows = all.map(({ name, endpoint, isCurrent }) => [
          isCurrent ? '*' : '',
          name,
          endpoint,
        ]);
        print(renderTable(['', 'PROFILE', 'ENDPOINT'], rows, 2, columns));
      }
    });
  list
    .command('use')
    .argument('<name>', 'name of the profile')
    .description('make a profile the current one')
    .action((name: string) => {
      const found = readProfiles(env);
      const { endpoint } = profileNamed(found, name);
      writeProfiles(env, { ...found, current: name });
      print(`${name} (${endpoint}) is the current profile.`);
    });
}

/** Which variables keep the next command from using this profile; null: none. As `connectionOf` reads them. */
function variablesInTheWay(env: NodeJS.ProcessEnv, profile: string): string | null {
  const { TOCSIN_PROFILE: named, TOCSIN_ENDPOINT: endpoint, TOCSIN_API_KEY: apiKey } = env;
  if (named)
    return named === profile
      ? null
      : `TOCSIN_PROFILE=${named} is set here and wins: unset it to use this profile.`;
  if (endpoint && apiKey)
    return 'TOCSIN_ENDPOINT and TOCSIN_API_KEY are set here and win: unset them to use this profile.';
  if (!endpoint && !apiKey) return null;
  const alone = endpoint ? 'TOCSIN_ENDPOINT' : 'TOCSIN_API_KEY';
  return `${alone} is set here alone, which commands refuse: unset it to use this profile.`;
}

function endpointOf(address: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`${address} is not an address; it looks like https://tocsin.example.com`);
  if (url.username || url.password || url.search || url.hash)
    throw new Error(`${url.origin}${url.pathname} is enough as an address: leave the rest out.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Whose key it is; any valid key may ask. Throws when it is not valid, or when this is no server of ours. */
async function holderOf(profile: Profile): Promise<string> {
  const me = await readApi<Partial<Wire['AuthMe']> | null>(profile, '/auth/me').catch((error) => {
    if (error instanceof SyntaxError) return null;
    throw error;
  });
  const organizations = me?.allowedOrganizations?.map(({ displayName }) => displayName);
  if (!organizations)
    throw new Error(
      `${profile.endpoint} does not answer as a Tocsin server does; nothing is kept.`,
    );
  const person = me?.user?.displayName ?? me?.user?.email;
  return [...(person ? [person] : []), ...organizations].map(oneLine).join(', ');
}

async function askForKey(question: string): Promise<string> {
  if (process.stdin.isTTY) return (await askHidden(question)) ?? '';
  let text = '';
  for await (const part of process.stdin) text += part;
  return text;
}
