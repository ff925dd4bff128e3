import { constants, copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCatalogue } from '../catalogue/index.ts';
import { channelNames, registry } from '../channels/index.ts';
import { type Config, readConfig } from '../config.ts';
import { templates } from '../foundation.ts';
import { createReading } from '../ingest/index.ts';
import { createLog, parseRetention, systemClock, type World } from '../kernel/index.ts';
import { loadXPath } from '../mapping/index.ts';
import { lanesUsed } from '../notifications/index.ts';
import { createReplays, lastHappenedAt } from '../replays/index.ts';
import type { ChannelSource } from '../stage/index.ts';
import {
  type AskedReplay,
  loadPublicApi,
  type ReplayedHere,
  replayHere,
} from '../surfaces/public-api/index.ts';
import { protocolTranslator } from '../surfaces/webhook/index.ts';
import { openWorld } from '../world.ts';
import { contextIn, type InOrganization } from './operator-world.ts';

export interface CopyReplay extends ReplayedHere {
  /** How far the copy can be believed. */
  notes: string[];
}

/** A replay of what a backup holds, on a copy of it that is removed afterwards: no server is asked. */
export async function replayCopy(
  file: string,
  options: InOrganization,
  asked: AskedReplay,
): Promise<CopyReplay> {
  if (!(await stat(file)).isFile())
    throw new Error(`${file} is no file: name one that tocsin backup wrote.`);
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-copy-'));
  try {
    await copyFile(file, join(folder, 'data.db'), constants.COPYFILE_FICLONE);
    return await replayIn(folder, options, asked);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function replayIn(
  dataDir: string,
  options: InOrganization,
  asked: AskedReplay,
): Promise<CopyReplay> {
  const config = readConfig(process.env);
  const place = { dataDir, secretKey: undefined, mongodbUri: undefined };
  const opened = await openWorld(place, { log: createLog('error') });
  try {
    const until = (await lastHappenedAt(await contextIn(opened, options))) ?? opened.clock.now();
    const now = new Date(until.getTime() + 1);
    // No decision looks at a secret, so the key that opens them is not needed.
    const secrets = { ...opened.secrets, open: () => '' };
    const world = { ...opened, secrets, clock: { ...systemClock, now: () => now } };
    const ctx = await contextIn(world, options);
    const channels = await channelsOf(world, ctx.organizationId, config);
    const minute = now.toISOString().slice(0, 16).replace('T', ' ');
    const notes = [`Of a copy, up to ${minute} UTC`, channelsLine(channels)];
    return { ...(await replayed(world, ctx, channels, asked)), notes };
  } finally {
    await opened.store.close();
  }
}

async function replayed(
  world: World,
  ctx: Parameters<typeof replayHere>[0],
  channels: ChannelSource,
  asked: AskedReplay,
): Promise<ReplayedHere> {
  const document = new URL('../../openapi/bundled/public-v1.json', import.meta.url);
  const [publicApi, catalogue] = await Promise.all([
    loadPublicApi(document),
    loadCatalogue(templates),
    loadXPath(),
  ]);
  const intake = createReading(world, { translator: protocolTranslator });
  const retention = parseRetention(`payloads=${everything}d`);
  const parts = { world, catalogue, intake, channels, retention, isAlone: true } as const;
  const replays = createReplays(parts);
  try {
    return await replayHere(ctx, replays, publicApi, asked);
  } finally {
    await replays.stop();
    await intake.stop();
  }
}

/** Days: whatever the copy has may be gone through. */
const everything = 36_500;

/** Ready are channels that sent something, and channels that the settings here name. */
async function channelsOf(
  world: World,
  organizationId: string,
  config: Config,
): Promise<ChannelSource> {
  const used: ReadonlySet<string> = await lanesUsed(world, organizationId);
  return {
    missing: (channel) => (used.has(channel) ? null : registry[channel].missing(config)),
    providers: () => [],
  };
}

function channelsLine({ missing }: ChannelSource): string {
  const silent = channelNames.filter((name) => missing(name) !== null);
  if (silent.length === 0) return 'Every channel can send';
  return `Nothing was ever sent by ${silent.join(', ')}, and no setting is here for them: nothing is sent by them`;
}
