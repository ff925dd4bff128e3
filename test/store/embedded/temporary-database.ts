import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import {
  type Embedded,
  type EmbeddedOptions,
  startEmbedded,
} from '../../../src/store/embedded/index.ts';
import {
  type FolderOptions,
  type FolderReports,
  type OpenedFolder,
  openFolder,
} from '../../../src/store/embedded/open-folder.ts';
import { dataRoot } from '../../support/data-folder.ts';

export function temporaryDir(): string {
  return mkdtempSync(join(dataRoot(), 'embedded-'));
}

export interface TemporaryDatabase {
  dir: string;
  embedded: Embedded;
  client: MongoClient;
  db: Db;
  /** Closes everything and removes the folder. */
  remove(): Promise<void>;
  /** Closes everything and leaves the folder. */
  close(): Promise<void>;
}

/** Few, so that what tests read is in both places: in trees, and in memory. */
const newestKept = 3;

export async function openDatabase(
  options: Partial<EmbeddedOptions> = {},
): Promise<TemporaryDatabase> {
  const dir = options.dir ?? temporaryDir();
  const embedded = await startEmbedded({ newestKept, ...options, dir });
  return { embedded, ...(await connectTo(dir, embedded.uri, embedded.close)) };
}

/** The engine without a thread of its own, which costs a second to start: for tests that open many folders. */
export async function openHere(
  dir: string,
  options: Partial<FolderOptions> = {},
  reports: Partial<FolderReports> = {},
): Promise<Omit<TemporaryDatabase, 'embedded'>> {
  const opened = await openFolderHere(dir, options, reports);
  const uri = `mongodb://${encodeURIComponent(opened.socket)}/?directConnection=true`;
  return connectTo(dir, uri, opened.close);
}

export async function openFolderHere(
  dir: string,
  options: Partial<FolderOptions> = {},
  reports: Partial<FolderReports> = {},
): Promise<OpenedFolder> {
  const opened = await openFolder(
    {
      dir,
      ttlSweepSeconds: 60,
      idleSeconds: 60,
      acceptDataLoss: false,
      probeSeconds: 0.02,
      newestKept,
      ...options,
    },
    { warn: nothing, trouble: nothing, recovered: nothing, ...reports },
  );
  if (opened === undefined) throw new Error(`${dir} belongs to another engine`);
  return opened;
}

const nothing = () => {};

/** A disk that is full as soon as the data file has so many pages, until somebody makes room. */
export function smallDisk(pages: number) {
  let isFull = true;
  return {
    pagesMax: () => (isFull ? pages : undefined),
    hasRoom: () => !isFull,
    makeRoom: () => {
      isFull = false;
    },
  };
}

async function connectTo(dir: string, uri: string, closeEngine: () => Promise<void>) {
  const client = await new MongoClient(uri, { maxPoolSize: 20 }).connect();
  const close = async () => {
    await client.close();
    await closeEngine();
  };
  return {
    dir,
    client,
    db: client.db('test'),
    close,
    remove: async () => {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The stages of an explained plan, outermost first, and the index it uses. */
export function stagesOf(explained: { queryPlanner?: { winningPlan?: unknown } }): {
  stages: string[];
  indexes: string[];
} {
  const stages: string[] = [];
  const indexes: string[] = [];
  const visit = (plan: unknown): void => {
    if (typeof plan !== 'object' || plan === null) return;
    if ('stage' in plan) stages.push(String(plan.stage));
    if ('indexName' in plan) indexes.push(String(plan.indexName));
    if ('inputStage' in plan) visit(plan.inputStage);
    if ('inputStages' in plan && Array.isArray(plan.inputStages)) plan.inputStages.forEach(visit);
  };
  visit(explained.queryPlanner?.winningPlan);
  return { stages, indexes };
}
