import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog, retentionDefaults } from '../../src/kernel/index.ts';

// A server whose clock runs fast and that keeps everything for an hour: node plateau-server.ts FOLDER SPEED
const [folder = '', speed = '60'] = process.argv.slice(2);

const wallClock = Date.now;
const startedAt = wallClock();
const now = () => startedAt + (wallClock() - startedAt) * Number(speed);
// Ids of payloads have their time in them, which the driver takes from here.
Date.now = now;

const app = await startApp({
  config: readConfig({
    PORT: '0',
    TOCSIN_DATA_DIR: folder,
    TOCSIN_BOOTSTRAP_API_KEY: 'bench-key-0000000000000000',
    TOCSIN_RATE_LIMITS: 'off',
    TOCSIN_LOG_LEVEL: 'warn',
    TOCSIN_RETENTION: Object.keys(retentionDefaults)
      .map((name) => `${name}=1h`)
      .join(','),
  }),
  log: createLog('warn'),
  clock: { now: () => new Date(now()), elapsed: now },
});

// What a server does every hour, every five minutes of its clock: the less there is to remove, the flatter the plateau.
let sweeping = false;
setInterval(async () => {
  if (sweeping) return;
  sweeping = true;
  await app.jobs.runAll((task) => task.endsWith('-retention'));
  sweeping = false;
}, 300_000 / Number(speed));

process.stdout.write(`${JSON.stringify({ url: app.url })}\n`);
