import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../src/app.ts';
import type { App } from '../src/app-options.ts';
import { readConfig } from '../src/config.ts';
import { firstSteps } from '../src/first-steps.ts';
import { createLog } from '../src/kernel/index.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-first-steps-'));
let app: App;
beforeAll(async () => {
  const config = readConfig({ PORT: '0', TOCSIN_DATA_DIR: dataDir });
  app = await startApp({ config, log: createLog('silent'), timers: false });
});
afterAll(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true });
});

describe('what the first start prints', () => {
  it('names the organization, its owner and a key that works', async () => {
    const text = firstSteps(app.url, app.firstStart);
    expect(text).toContain('Default');
    expect(text).toContain('owner@localhost');
    const key = /^API key +(\S+)$/m.exec(text)?.[1] ?? '';
    const answer = await fetch(`${app.url}/api/public/v1/auth/me`, {
      headers: { 'x-api-key': key },
    });
    expect(answer.status).toBe(200);
  });

  it('says where a browser goes on, where there is such a place', () => {
    const url = 'https://tocsin.example.com/invitation/token';
    expect(firstSteps(app.url, app.firstStart, url)).toContain(`\nBrowser       ${url}\n`);
    expect(firstSteps(app.url, app.firstStart)).not.toContain('Browser');
  });

  it('has three lines that lead a shell to an open incident, and a command that resolves it', async () => {
    const lines = firstSteps(app.url, app.firstStart)
      .split('\n')
      .filter((line) => /^(api|alertmanager)\b/.test(line));
    expect(lines).toHaveLength(3);
    const output = await shell([...lines, 'alertmanager resolved', 'api incident/search/list']);
    const [hook, opened, listed, resolved, listedAgain] = output.trimEnd().split('\n');
    expect(hook).toMatch(new RegExp(`^${app.url}/api/webhook/[0-9a-f-]{36}$`));
    const { incidentId } = JSON.parse(opened ?? '');
    expect(JSON.parse(opened ?? '')).toMatchObject({ outcome: 'Opened' });
    expect(JSON.parse(listed ?? '')).toMatchObject({
      incidents: [{ id: incidentId, events: [{ status: 'Open', severity: 'Critical' }] }],
    });
    expect(JSON.parse(resolved ?? '')).toMatchObject({ outcome: 'Resolved', incidentId });
    expect(JSON.parse(listedAgain ?? '')).toMatchObject({
      incidents: [{ id: incidentId, events: [{ status: 'Resolved' }, { status: 'Open' }] }],
    });
  });
});

describe('the README', () => {
  it('goes on with lines that all of them work', async () => {
    const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
    const isLine = (line: string) => /^(api|alertmanager) /.test(line);
    const printed = firstSteps(app.url, app.firstStart).split('\n');
    const first = printed.filter((line) => /^(api|alertmanager)\(/.test(line));
    const further = readme.split('\n').filter(isLine);
    expect(further.length).toBeGreaterThan(5);
    const lines = further.map((line) => line.replace(/\s+#.*$/, ''));
    const payload = `PAYLOAD=$(alertmanager firing | sed 's/.*"payloadId":"\\([^"]*\\)".*/\\1/')`;
    const withPayload = lines.map((line) => line.replace('PAYLOAD_ID', '$PAYLOAD'));
    const output = await shell([...first, payload, ...withPayload]);
    const answers = output.trimEnd().split('\n').slice(2);
    expect(answers.length).toBeGreaterThanOrEqual(lines.length);
    for (const answer of answers) expect(JSON.parse(answer)).not.toHaveProperty('traceId');
  });
});

async function shell(lines: readonly string[]): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', lines.join('\n')])).stdout;
}
