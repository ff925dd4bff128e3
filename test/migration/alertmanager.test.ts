import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ImportFlags, runImport } from '../../src/cli/import-command.ts';
import type { ImportJson } from '../../src/cli/import-json.ts';
import { systemClock } from '../../src/kernel/index.ts';
import { type ImportOptions, importFrom } from '../../src/migration/import-from.ts';
import { alertmanagerImporter } from '../../src/migration/products/alertmanager/importer.ts';
import { readConfigurations } from '../../src/migration/products/alertmanager/read-configuration.ts';

const product = {
  name: 'alertmanager',
  displayName: 'Alertmanager',
  importer: alertmanagerImporter,
};
const options: ImportOptions = {
  answers: new Map(),
  since: new Date('2026-03-01T12:00:00Z'),
  lock: new Map(),
};

/** By hand from https://prometheus.io/docs/alerting/latest/configuration. */
const configuration = `
global:
  slack_api_url: https://hooks.slack.example/T0/secret-of-slack
  resolve_timeout: 5m
templates: ['/etc/alertmanager/*.tmpl']
route:
  receiver: platform
  group_by: [alertname, cluster]
  repeat_interval: 4h
  routes:
    - matchers: ['severity =~ "none|info"']
      receiver: 'null'
    - match: { team: payments }
      receiver: Payments on call
      continue: true
      mute_time_intervals: [weekends]
    - receiver: audit
inhibit_rules:
  - source_matchers: [severity="critical"]
    target_matchers: [severity="warning"]
    equal: [cluster]
time_intervals:
  - name: weekends
    time_intervals: [{ weekdays: [saturday, sunday] }]
receivers:
  - name: 'null'
  - name: platform
    email_configs:
      - to: 'Ops <ops@example.com>, night@example.com'
        send_resolved: true
        html: '{{ template "mail" . }}'
    slack_configs:
      - channel: '#ops'
        title: '{{ .CommonLabels.alertname }}'
  - name: Payments on call
    pagerduty_configs:
      - routing_key: secret-of-pagerduty
    telegram_configs:
      - bot_token: secret-of-telegram
        chat_id: -100123
  - name: audit
    webhook_configs:
      - url: https://audit.example.com/hook?secret-of-audit
`;

function imported(text: string, answers: Record<string, string> = {}) {
  const saved = {
    ...{ product: 'alertmanager', url: '', savedAt: '2026-03-01T12:00:00.000Z' },
    results: readConfigurations(text),
  };
  const given = new Map(Object.entries(answers));
  const result = importFrom(product, saved, { ...options, answers: given });
  if (result.outcome !== 'written') throw new Error('It asked for something.');
  return result;
}

describe('an import from Alertmanager', () => {
  it('is a team with tools for each receiver that reaches people, and a rule that finds it', () => {
    const { files, report } = imported(configuration);
    const written = (name: string) => files.get(name) ?? '';
    expect(report.written).toEqual({
      tocsin_team: 3,
      tocsin_integration: 1,
      tocsin_routing: 1,
      tocsin_outbound_integration: 3,
    });
    const rules = written('routings.tf');
    expect(rules.match(/display_name += "(Receiver|Any other) .*"/g)).toHaveLength(3);
    expect(rules).toContain('name = "Receiver", operator = "=", value = "Payments on call"');
    expect(rules).toContain('assign_to_teams = [tocsin_team.payments_on_call.id]');
    // What no route matches goes to the receiver of the root.
    expect(rules.trimEnd().split('display_name').at(-1)).toContain('tocsin_team.platform.id');
    expect(written('outbound_integrations.tf')).toContain(
      'to = ["ops@example.com", "night@example.com"]',
    );
    expect(written('outbound_integrations.tf')).toContain('chat_id   = "-100123"');
    expect([...files.values()].join('\n')).not.toContain('secret-of');
  });

  it('says first what wakes nobody any more, and accounts for every value', () => {
    const { report } = imported(configuration);
    const ofLevel = (level: string) =>
      report.lines.filter((line) => line.level === level).map(({ pointer }) => pointer);
    expect(ofLevel('behaviour')).toEqual(['/receivers/2/pagerduty_configs/0']);
    expect(ofLevel('unread')).toEqual([]);
    for (const { read, imported: brought, residue, noise } of report.counts)
      expect(brought + residue + noise).toBe(read);
  });

  it('takes the team from an answer, and leaves a receiver alone that belongs to none', () => {
    const { report, files } = imported(configuration, {
      'receiver:Payments on call': 'Platform',
      'receiver:audit': 'Platform',
      'receiver:platform': 'platform',
    });
    expect(report.written.tocsin_team).toBe(2);
    expect(files.get('teams.tf')).toContain('display_name = "platform"');
    const none = imported(configuration, {
      'receiver:Payments on call': 'none',
      'receiver:platform': 'none',
    });
    expect(none.report.written).toEqual({});
  });

  it('brings a receiver that is called as the answer of nobody is', () => {
    const called = configuration.replaceAll('platform', 'none');
    const { report, files } = imported(called);
    expect(report.written.tocsin_team).toBe(3);
    expect(files.get('teams.tf')).toContain('display_name = "none"');
    const left = imported(called, { 'receiver:none': 'nobody' });
    expect(left.report.written.tocsin_team).toBe(2);
  });

  it('finds the configuration in manifests of Kubernetes, with the names that the operator gives', () => {
    const inSecret = `kind: Secret\ndata:\n  alertmanager.yaml: ${btoa(configuration)}\n`;
    expect(imported(inSecret).report.written.tocsin_team).toBe(3);
    const ofOperator = `
kind: List
items:
  - apiVersion: monitoring.coreos.com/v1alpha1
    kind: AlertmanagerConfig
    metadata: { name: shop, namespace: team-a }
    spec:
      route: { receiver: ops, groupBy: [alertname] }
      receivers:
        - name: chat
          slackConfigs: [{ apiURL: { name: slack, key: url }, channel: '#shop' }]
          msteamsv2Configs: [{ webhookURL: { name: teams, key: url } }]
        - name: ops
          slackConfigs: [{ apiURL: { name: slack, key: url }, channel: '#ops' }]
`;
    const { files } = imported(ofOperator);
    expect(files.get('routings.tf')).toContain('value = "team-a/shop/chat"');
    expect(files.get('outbound_integrations.tf')).toContain('microsoft_teams_settings');
    const rules = files.get('routings.tf')?.trimEnd();
    expect(rules?.split('display_name').at(-1)).toContain('tocsin_team.team_a_shop_ops.id');
  });

  it('takes the first of two receivers of one name, and says so', () => {
    const { report } = imported(`${configuration}\n---\n${configuration}`);
    expect(report.written.tocsin_outbound_integration).toBe(3);
    const twice = report.lines.filter(({ text }) => text.includes('read before'));
    expect(twice).toHaveLength(4);
  });

  it('says what is wrong with what is none', () => {
    expect(() => readConfigurations('a: [')).toThrow('This is no YAML');
    expect(() => readConfigurations('{"a": 1}')).toThrow('give alertmanager.yml');
    expect(() => readConfigurations('')).toThrow('give alertmanager.yml');
  });

  it('reads its own file, never an API, and is written to a folder by the command', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-alertmanager-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const from = join(folder, 'alertmanager.yml');
    writeFileSync(from, configuration);
    const run = async (flags: ImportFlags) => {
      const printed: string[] = [];
      let exitCode: number | null = null;
      await runImport(
        'alertmanager',
        flags,
        {
          print: (text) => void printed.push(text),
          env: {},
          columns: 100,
          exitWith: (code) => {
            exitCode = code;
          },
        },
        {
          fetch: () => Promise.reject(new Error('nobody is asked')),
          time: { ...systemClock, sleep: async () => undefined, jitter: () => 0 },
          askKey: async () => null,
          ask: async () => null,
          input: Readable.from([]),
          showProgress: () => undefined,
          user: 'ada',
        },
      );
      return { exitCode, output: printed.join('\n') };
    };
    const refused = await run({ api: true, save: join(folder, 'saved.json') });
    expect(refused.exitCode).toBe(2);
    expect(refused.output).toContain('--from alertmanager.yml --into <folder>');
    const into = join(folder, 'tocsin');
    expect((await run({ from, into })).exitCode).toBe(3);
    expect(readFileSync(join(into, 'routings.tf'), 'utf8')).toContain('Receiver platform');
    expect(readFileSync(join(into, 'SENDERS.md'), 'utf8')).toContain('tocsin_integration');

    const listed = async (flags: ImportFlags) => {
      const { exitCode, output } = await run({ ...flags, json: true });
      const json = JSON.parse(output) as ImportJson;
      expect(json).toMatchObject({ product: 'alertmanager', exitCode, saved: null });
      return json;
    };
    expect(await listed({ from })).toMatchObject({
      exitCode: 2,
      refused: expect.stringContaining('--into <folder>'),
      imported: null,
    });
    expect(await listed({ from, into, report: 'md' })).toMatchObject({ exitCode: 2 });
    const again = await listed({ from, into });
    expect(again).toMatchObject({ exitCode: 3, refused: null });
    expect(again.imported).toMatchObject({ folder: into, isWritten: true, added: [], changed: [] });
    const dry = await listed({ from, into: join(folder, 'other'), dryRun: true });
    expect(dry.imported?.isWritten).toBe(false);
    expect(dry.imported?.added.length).toBeGreaterThan(0);
    expect(existsSync(join(folder, 'other'))).toBe(false);
  });
});
