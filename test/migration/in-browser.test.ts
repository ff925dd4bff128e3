import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  Answer,
  Ask,
  AskName,
  FileGiven,
  Replied,
} from '../../console/pages/come-from/protocol.ts';
import { createLog } from '../../src/kernel/index.ts';
import { lineInGerman } from '../../src/migration/german/in-german.ts';
import {
  answersFile,
  answersText,
  importers,
  importFrom,
  products,
  tfvarsText,
} from '../../src/migration/offline.ts';
import type { Results } from '../../src/migration/read/read-all.ts';
import { readSaved } from '../../src/migration/read/saved.ts';
import { importWorker } from '../../src/surfaces/console/app/import-worker.ts';
import { loadBundle } from '../../src/surfaces/console/app/kept-bundle.ts';
import { savedAccount, wholeAccount } from './opsgenie/fixtures/whole.ts';
import { savedOf } from './pagerduty/collected.ts';
import { account } from './pagerduty/fixtures/account.ts';
import { resource, shown } from './states/shown.ts';

const now = new Date('2026-11-01T12:00:00Z');
const since = new Date('2026-11-01');
const accounts = {
  opsgenie: savedAccount(wholeAccount).results,
  pagerduty: savedOf(account),
} satisfies Record<string, Results>;
type Name = keyof typeof accounts;

/** What browsers have under these names, by what Node has. */
const asInBrowser = `
  import { parentPort, workerData } from 'node:worker_threads';
  globalThis.addEventListener = (_, listener) => parentPort.on('message', (data) => listener({ data }));
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  delete globalThis.Buffer;
  delete globalThis.process;
  if (!workerData.hasTemporal) delete globalThis.Temporal;
  await import(workerData.script);
`;

let folder: string;
let script: string;
let scripts: string[];
beforeAll(async () => {
  const { files } = await loadBundle(createLog('warn'));
  folder = await mkdtemp(join(tmpdir(), 'import-worker-'));
  const found = [...files.keys()].find((name) => importWorker.test(name));
  if (!found) throw new Error('The bundle has no worker for imports.');
  script = join(folder, found);
  scripts = [];
  const write = async (name: string): Promise<void> => {
    const text = Buffer.from(files.get(name) ?? []).toString('utf8');
    scripts.push(text);
    await writeFile(join(folder, name), text);
    for (const [, next = ''] of text.matchAll(/(?:from|import)\s*\(?"\.\/([\w.-]+\.js)"/g))
      if (next !== name) await write(next);
  };
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await write(found);
});
afterAll(async () => rm(folder, { recursive: true }));

const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate();
});

function openWorker(hasTemporal: boolean) {
  const code = new URL(`data:text/javascript,${encodeURIComponent(asInBrowser)}`);
  const worker = new Worker(code, {
    workerData: { script: pathToFileURL(script).href, hasTemporal },
  });
  workers.push(worker);
  return <Asked extends AskName>(name: Asked, ask: Ask[Asked]): Promise<Answer[Asked]> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (replied: Replied) =>
        'problem' in replied
          ? reject(new Error(replied.problem))
          : resolve(replied.answer as Answer[Asked]),
      );
      worker.postMessage({ id: 1, name, ask });
    });
}

function savedFile(name: Name): { text: string; given: FileGiven } {
  const text = JSON.stringify({
    ...{ format: 'tocsin-import/1', product: name, url: 'https://api.example.com' },
    savedAt: '2026-11-01T08:00:00.000Z',
    kinds: Object.fromEntries(accounts[name]),
  });
  return { text, given: { path: `${name}.json`, content: new Blob([text]), changedAt: 0 } };
}

/** As the command line makes it of the same file. */
function byNode(name: Name, language: 'en' | 'de') {
  const product = products.find((one) => one.name === name);
  const importer = importers.get(name);
  if (!product || !importer) throw new Error(`There is no importer of ${name}.`);
  const made = importFrom(
    { name, displayName: product.displayName, importer },
    readSaved(savedFile(name).text),
    {
      ...{ answers: new Map(), since, lock: new Map(), existing: new Map() },
      ...{ compare: { from: now, days: 90 }, language },
    },
  );
  if (made.outcome !== 'written') throw new Error('Something has no usual answer.');
  return made;
}

describe.each([
  ['opsgenie', true, 'de'],
  ['pagerduty', false, 'en'],
] as const)('%s (Temporal in the browser: %s)', (name, hasTemporal, language) => {
  it('becomes the same files in a browser as by the command line', async () => {
    const ask = openWorker(hasTemporal);
    const expected = byNode(name, language);
    const read = await ask('read', { product: name, files: [savedFile(name).given] });
    expect(read.kinds.length).toBeGreaterThan(5);
    const made = await ask('import', {
      ...{ answers: {}, people: {}, there: {}, now: now.getTime(), language },
    });
    if (made.outcome !== 'written') throw new Error('Something has no usual answer.');
    const zip = unzipSync(await ask('zip', { withSecrets: true }));
    const files = Object.entries(zip).map(([path, bytes]) => [path, strFromU8(bytes)]);
    const wanted = new Map([...expected.files].filter(([, text]) => text !== ''));
    wanted.set(answersFile, answersText(expected.questions, new Map()));
    wanted.set('import.tfvars', tfvarsText(expected.secrets));
    expect(Object.fromEntries(files)).toEqual(
      Object.fromEntries([...wanted].map(([path, text]) => [`import/${path}`, text])),
    );

    // What the page shows is that of the report.
    expect(made.result.lines).toEqual(
      expected.report.lines.map((line) => ({ ...line, german: lineInGerman(line.text) })),
    );
    const [schedule] = made.result.schedules;
    const from = now.getTime();
    const weeks = await ask('timeline', {
      ...{ key: schedule?.key ?? '', from, until: from + 14 * 86_400_000 },
    });
    expect(weeks.there.length).toBeGreaterThan(1);
    expect(weeks.differences).toEqual([]);
    expect(weeks.here.at(-1)?.until).toBe(from + 14 * 86_400_000);
  });
});

describe('the worker', () => {
  it('says what is wrong with a file, and reads the next one', async () => {
    const ask = openWorker(true);
    const wrong = { path: 'x.json', content: new Blob(['{']), changedAt: 0 };
    await expect(ask('read', { product: 'opsgenie', files: [wrong] })).rejects.toThrow(
      'nothing that can be read',
    );
    const other = savedFile('pagerduty').given;
    await expect(ask('read', { product: 'opsgenie', files: [other] })).rejects.toThrow(
      'is from pagerduty',
    );
    const read = await ask('read', { product: 'opsgenie', files: [savedFile('opsgenie').given] });
    expect(read.isAgain).toBe(false);
  });

  it('reads a Terraform state, from a folder or an archive of it', async () => {
    const ask = openWorker(true);
    const user = { id: 'u1', username: 'ada@example.com', full_name: 'Ada Example', role: 'User' };
    const state = shown([resource('opsgenie_user.ada', user)]);
    const file = (path: string, text: string) => ({
      ...{ path, content: new Blob([text]), changedAt: since.getTime() },
    });
    const folder = [file('infra/a/state.json', state), file('infra/main.tf', 'resource')];
    const archive = new Blob([zipSync({ 'a/state.json': strToU8(state) })]);
    for (const files of [folder, [{ path: 'infra.zip', content: archive, changedAt: 0 }]]) {
      const read = await ask('read', { product: 'opsgenie', files });
      expect(read.note?.text).toContain('Terraform state');
      const made = await ask('import', {
        ...{ answers: {}, people: {}, there: {}, now: now.getTime(), language: 'en' },
      });
      expect(made).toMatchObject({
        outcome: 'written',
        result: { people: [{ name: 'Ada Example', email: 'ada@example.com' }] },
      });
    }
  });

  it('keeps names of an earlier import whose files are given, too', async () => {
    const ask = openWorker(true);
    const given = savedFile('opsgenie').given;
    const choices = {
      answers: {},
      people: {},
      there: {},
      now: now.getTime(),
      language: 'en' as const,
    };
    const zipped = async () => unzipSync(await ask('zip', { withSecrets: false }));
    await ask('read', { product: 'opsgenie', files: [given] });
    await ask('import', choices);
    const first = await zipped();
    const before = Object.entries(first)
      .filter(([path]) => /\.tf$|lock\.json$/.test(path))
      .map(([path, bytes]) => ({
        ...{ path, changedAt: 0 },
        content: new Blob([
          strFromU8(bytes).replace('# tocsin-import', '# by hand\n\n# tocsin-import'),
        ]),
      }));
    const read = await ask('read', { product: 'opsgenie', files: [given, ...before] });
    expect(read.isAgain).toBe(true);
    await ask('import', choices);
    const second = await zipped();
    expect(strFromU8(second['import/users.tf'] ?? new Uint8Array())).toContain('# by hand');
    expect(second['import/tocsin-import.lock.json']).toEqual(
      first['import/tocsin-import.lock.json'],
    );
  });

  it('takes over who is here, and leaves out who is to be left out', async () => {
    const ask = openWorker(true);
    const name = 'opsgenie';
    await ask('read', { product: name, files: [savedFile(name).given] });
    const [first, second] = byNode(name, 'en').people;
    const id = '01a20a54-71a3-7001-95df-3752981c2060';
    await ask('import', {
      answers: {},
      people: { [second?.key ?? '']: 'skip' },
      there: { [first?.email.toLowerCase() ?? '']: id },
      now: now.getTime(),
      language: 'en',
    });
    const zip = unzipSync(await ask('zip', { withSecrets: false }));
    const text = (path: string) => strFromU8(zip[`import/${path}`] ?? new Uint8Array());
    expect(text('imports.tf')).toContain(id);
    expect(text('users.tf')).toContain(first?.email);
    expect(text('users.tf')).not.toContain(second?.email);
    expect(Object.keys(zip)).not.toContain('import/import.tfvars');
  });

  it('imports nothing of Node', () => {
    expect(scripts.length).toBeGreaterThan(1);
    const ofNode = /(?:from|import)\s*\(?["']node:\w+/g;
    const found = scripts.flatMap((text) => [...text.matchAll(ofNode)].map(([name]) => name));
    expect(found).toEqual([]);
  });
});
