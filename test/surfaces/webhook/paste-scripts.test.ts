/**
 * What people paste into tools that run a program is run as they run it: the problem opens an incident, its end
 * resolves it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCatalogue } from '../../../src/catalogue/index.ts';
import type { TestApp } from '../../support/app.ts';
import { incidentsOf, makeIntegration } from '../../support/incidents.ts';
import { sharedTestApp } from '../../support/shared-app.ts';

let server: TestApp;
const directory = mkdtempSync(join(tmpdir(), 'paste-scripts-'));
const alertOfWazuh = join(directory, 'alert.json');
beforeAll(async () => {
  const alert = { rule: { level: 10, id: '5710', description: 'sshd' }, agent: { name: 'db-1' } };
  writeFileSync(alertOfWazuh, JSON.stringify(alert));
  server = await sharedTestApp();
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
});

const { types } = await loadCatalogue('templates');

interface Run {
  /** For `sh -c`, or `bash -c` where the tool uses that. */
  shell?: 'bash';
  script: string;
  args?: string[];
  env?: Record<string, string>;
  input?: string;
}

/** How the tool runs the text: for a problem, or for its end. */
const tools: Record<string, (text: string, isOver: boolean, webhookUrl: string) => Run> = {
  Monit: (script, isOver) => ({
    script,
    args: ['warning', 'http'],
    env: {
      MONIT_HOST: 'db-1',
      MONIT_SERVICE: 'shop',
      MONIT_EVENT: isOver ? 'Connection succeeded' : 'Connection failed',
      MONIT_DESCRIPTION: 'failed protocol test [HTTP] at [127.0.0.1]:9 & "more"',
    },
  }),
  Nagios: runAsNagios,
  Centreon: runAsNagios,
  Icinga2: (script, isOver) => ({
    script,
    env: {
      NOTIFICATION_TYPE: isOver ? 'RECOVERY' : 'PROBLEM',
      HOST_NAME: 'db-1',
      SERVICE_NAME: 'Disk',
      SERVICE_STATE: isOver ? 'OK' : 'CRITICAL',
    },
  }),
  Checkmk: (script, isOver, webhookUrl) => ({
    shell: 'bash',
    script,
    env: {
      NOTIFY_PARAMETER_1: webhookUrl,
      NOTIFY_WHAT: 'SERVICE',
      NOTIFY_NOTIFICATIONTYPE: isOver ? 'RECOVERY' : 'PROBLEM',
      NOTIFY_HOSTNAME: 'db-1',
      NOTIFY_SERVICEDESC: 'Disk',
      NOTIFY_SERVICESTATE: isOver ? 'OK' : 'CRITICAL',
    },
  }),
  Wazuh: (script, _isOver, webhookUrl) => ({
    script,
    args: [alertOfWazuh, '', webhookUrl],
  }),
  // alarm-notify.sh reads the file, then calls the function; these are the functions of its own that are used there.
  NetdataAgent: (text, isOver) => ({
    shell: 'bash',
    script: `docurl() { curl --connect-timeout 5 --write-out "%{http_code}" --output /dev/null --silent --show-error "$@"; }
      info() { :; }
      error() { echo "$*" >&2; exit 1; }
      ${text}
      custom_sender "\${DEFAULT_RECIPIENT_CUSTOM}"
      [ "\${sent}" = 1 ]`,
    env: {
      host: 'db-1',
      name: 'disk_space_usage',
      chart: 'disk_space./var',
      status: isOver ? 'CLEAR' : 'CRITICAL',
      old_status: isOver ? 'CRITICAL' : 'CLEAR',
      summary: 'Disk /var',
    },
  }),
  // Munin gives the command to a shell, which reads the message from its input.
  Munin: (text, isOver) => ({
    script: /^contact\.tocsin\.command (.+)$/m.exec(text)?.[1] ?? 'false',
    input: `example.com :: db-1 :: Disk usage\n\t${isOver ? 'OKs' : 'CRITICALs'}: /home is 98.41.\n\n`,
  }),
};

test.each(Object.entries(tools))('%s: what is pasted opens and resolves', async (type, runOf) => {
  const { id, teamId } = await makeIntegration(server.api, type);
  const { body } = await server.api.get(`/inbound-integration/types/${type}?integrationId=${id}`);
  const { pasteTexts, webhookUrl, sendsResolve } = body as {
    pasteTexts: { text: string }[];
    webhookUrl: string;
    sendsResolve: boolean;
  };
  const text = pasteTexts[0]?.text ?? '';
  await run(runOf(text, false, webhookUrl));
  expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Open' }]);
  if (!sendsResolve) return;
  await run(runOf(text, true, webhookUrl));
  expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
});

test('every script of a type is run here', () => {
  const ofScripts = types.filter(({ paste }) => paste?.fileName === 'paste.sh').map(({ id }) => id);
  expect(ofScripts.length).toBeGreaterThan(5);
  expect(ofScripts.filter((id) => !(id in tools))).toEqual([]);
});

function runAsNagios(script: string, isOver: boolean): Run {
  const [kind, state] = isOver ? ['RECOVERY', 'OK'] : ['PROBLEM', 'CRITICAL'];
  return { script, args: [kind, 'db-1', '10.0.0.1', 'UP', '', 'Disk', state] };
}

async function run({ shell, script, args = [], env, input = '' }: Run): Promise<void> {
  const child = spawn(shell ?? 'sh', ['-c', script, 'script', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  expect(code, said).toBe(0);
}
