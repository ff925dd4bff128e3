import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addClientCommands } from '../../src/cli/client-commands.ts';
import { addLoginCommands } from '../../src/cli/login-commands.ts';
import { profilesFile } from '../../src/cli/profiles.ts';
import type { TestApp } from '../support/app.ts';
import { makeKey } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

let home: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tocsin-home-'));
  env = { XDG_CONFIG_HOME: home };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

let opened: Server[];
beforeEach(() => {
  opened = [];
});
afterEach(() => {
  for (const one of opened) one.close();
});

/** Something else at an address: answers that. */
async function answering(listener: RequestListener): Promise<string> {
  const one = createServer(listener);
  opened.push(one);
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
}

async function tocsin(args: string[], typed = ''): Promise<string> {
  const printed: string[] = [];
  const program = new Command().exitOverride();
  const terminal = {
    env: { ...env },
    columns: 80,
    print: (text: string) => void printed.push(text),
    clear: () => {},
    exitWith: () => {},
    askSecret: async () => typed,
  };
  addLoginCommands(program, terminal);
  addClientCommands(program, terminal);
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}
const login = (...options: string[]) =>
  tocsin(['login', `${server.app.url}/`, ...options], `${server.key}\n`);

describe('tocsin login', () => {
  it('keeps server and key for the commands to come, where only their owner reads them', async () => {
    expect(await login()).toContain(`${server.app.url} knows the key (`);
    expect(await tocsin(['incidents', '--json'])).toContain('[');
    const file = profilesFile(env);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      current: 'default',
      profiles: { default: { endpoint: server.app.url, apiKey: server.key } },
    });
  });

  it('keeps nothing when the server does not know the key, or is none', async () => {
    await expect(tocsin(['login', server.app.url], 'wrong')).rejects.toThrow('answers 401');
    await expect(tocsin(['login', server.app.url], '')).rejects.toThrow('There is no key');
    await expect(tocsin(['login', 'http://127.0.0.1:9'], 'x')).rejects.toThrow('be reached');
    await expect(tocsin(['login', 'tocsin.example.com'], 'x')).rejects.toThrow('not an address');
    await expect(tocsin(['login', `${server.app.url}/nowhere`], 'x')).rejects.toThrow(
      /answers 404/,
    );
    const other = await answering((_request, response) => response.end('<h1>Hello</h1>'));
    await expect(tocsin(['login', other], 'x')).rejects.toThrow('not answer as a Tocsin server');
    expect(await tocsin(['profiles'])).toBe('There are no profiles: tocsin login makes one.');
  });

  it('takes the key to no other address that the server leads to', async () => {
    let asked = 0;
    const far = await answering((_request, response) => {
      asked += 1;
      response.end('{}');
    });
    const near = await answering((_request, response) => {
      response.writeHead(307, { location: `${far}/api/public/v1/auth/me` }).end();
    });
    await expect(tocsin(['login', near], 'x')).rejects.toThrow(`leads to ${far}: use that`);
    expect(asked).toBe(0);
  });

  it('accepts a key that may do very little', async () => {
    const key = await makeKey(server, { scopes: [{ resource: 'teams', permissions: ['list'] }] });
    expect(await tocsin(['login', server.app.url], key)).toContain('Kept as profile default');
  });

  it('says that variables win over what it has just kept', async () => {
    env.TOCSIN_ENDPOINT = 'http://127.0.0.1:9';
    env.TOCSIN_API_KEY = 'other';
    expect(await login()).toContain('TOCSIN_ENDPOINT and TOCSIN_API_KEY are set here and win');
    await expect(tocsin(['incidents'])).rejects.toThrow('127.0.0.1:9 cannot be reached');
    env.TOCSIN_PROFILE = 'elsewhere';
    expect(await login()).toContain('TOCSIN_PROFILE=elsewhere is set here and wins');
    await expect(tocsin(['incidents'])).rejects.toThrow('There is no profile elsewhere');
  });

  it('says nothing of a variable that names what it has just kept, which commands then use', async () => {
    env.TOCSIN_PROFILE = 'here';
    env.TOCSIN_ENDPOINT = 'http://127.0.0.1:9';
    expect(await login('--profile', 'here')).not.toContain('set here');
    await tocsin(['incidents']);
  });

  it.each(['TOCSIN_ENDPOINT', 'TOCSIN_API_KEY'])(
    'says that commands refuse %s alone',
    async (name) => {
      env[name] = 'http://127.0.0.1:9';
      expect(await login()).toContain(`${name} is set here alone, which commands refuse`);
      await expect(tocsin(['incidents'])).rejects.toThrow('too, or neither');
    },
  );
});

describe('profiles', () => {
  it('are chosen by option, by variable, and else the current one', async () => {
    await login('--profile', 'here');
    const file = profilesFile(env);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    kept.profiles.far = { endpoint: 'http://127.0.0.1:9', apiKey: 'x' };
    writeFileSync(file, JSON.stringify(kept));

    await expect(tocsin(['incidents', '--profile', 'far'])).rejects.toThrow('127.0.0.1:9');
    await expect(tocsin(['report', 'incidents', '--profile', 'far'])).rejects.toThrow('127.0.0.1');
    await expect(tocsin(['calls', '--profile', 'far', 'show', 'x'])).rejects.toThrow('127.0.0.1:9');
    expect(await tocsin(['profiles', 'use', 'far'])).toContain('far (http://127.0.0.1:9)');
    await expect(tocsin(['incidents'])).rejects.toThrow('127.0.0.1:9');
    env.TOCSIN_PROFILE = 'here';
    expect(JSON.parse(await tocsin(['report', 'incidents', '--json']))).toHaveProperty('figures');
    await expect(tocsin(['incidents', '--profile', 'no'])).rejects.toThrow('there are here, far');
    await expect(tocsin(['incidents', '--profile', 'toString'])).rejects.toThrow('no profile toS');
  });

  it('are listed without their keys, and forgotten', async () => {
    await login('--profile', 'here');
    expect(await tocsin(['profiles'])).toMatch(/\*\s+here\s+http/);
    expect(await tocsin(['profiles', '--json'])).not.toContain(server.key);
    expect(await tocsin(['logout'])).toContain('Profile here is forgotten');
    expect(readFileSync(profilesFile(env), 'utf8')).not.toContain(server.key);
    await expect(tocsin(['logout'])).rejects.toThrow('no current profile');
    await expect(tocsin(['incidents'])).rejects.toThrow('Run tocsin login, or set');
  });

  it('are not read from a file that others may read, or that somebody broke', async () => {
    await login();
    chmodSync(profilesFile(env), 0o644);
    await expect(tocsin(['incidents'])).rejects.toThrow('others may read it: chmod 600');
    chmodSync(profilesFile(env), 0o600);
    for (const text of ['', '[]', '{"current":"x","profiles":{}}', '{"profiles":{"a":1}}']) {
      writeFileSync(profilesFile(env), text);
      await expect(tocsin(['incidents'])).rejects.toThrow('not as tocsin login writes it');
    }
  });

  it('half of the two variables is refused: a key goes to no server that it is not for', async () => {
    await login();
    env.TOCSIN_ENDPOINT = 'http://127.0.0.1:9';
    await expect(tocsin(['incidents'])).rejects.toThrow('Set TOCSIN_API_KEY, too, or neither.');
  });
});
