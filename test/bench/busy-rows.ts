/** What the one hostile sender of the bench `busy` does, row by row. */
import { gzipSync } from 'node:zlib';
import {
  type Attack,
  attack,
  expensiveMappings,
  expensiveText,
  fill,
  json,
} from './hostile-mappings.ts';

export interface BusyRow {
  /** By which the row is chosen. */
  key: string;
  sends: Attack;
  atOnce: number;
  /** Of the integration; null asks for a dry run instead. */
  integration: object | null;
  /** Of its own, instead of the one of its type. */
  attributes?: object[];
  /** Every `#n#` of the body becomes a number that no other body has. */
  numbered?: true;
}

const small = 65_000;
const large = 3_000_000;
const webhook = { type: 'Webhook' };
const ones = (bytes: number) => `[${fill('1.0,', bytes)}1]`;
const keys = (bytes: number) =>
  `{${Array.from({ length: Math.floor(bytes / 10) }, (_, n) => `"k${n}":1`).join()}}`;
const alerts = (count: number, one: (n: number) => object) =>
  Array.from({ length: count }, (_, n) => one(n));

export const busyRows: readonly BusyRow[] = [
  row('none', 0, attack('(floor: no sender)', json, '')),
  row('n1', 40, attack('63 KB of 1.0', json, ones(small))),
  row('n4', 40, attack('63 KB of 6,500 keys', json, keys(small))),
  row('n5', 40, {
    name: '3 KB gzip of 3 MB of 1.0',
    type: json,
    encoding: 'gzip',
    body: gzipSync(ones(large - 10)),
  }),
  mapped('n8', 20, 'regex ^(a+)+$ ×198'),
  mapped('n10', 20, 'expand ×198'),
  {
    key: 'n13',
    atOnce: 10,
    numbered: true,
    integration: { type: 'PrometheusAlertmanager', splitAlerts: true },
    sends: attack(
      '1,000 alerts, split',
      json,
      JSON.stringify({
        status: 'firing',
        alerts: alerts(1000, (n) => ({
          status: 'firing',
          labels: { alertname: `A${n}` },
          fingerprint: `#n#-${n}`,
        })),
      }),
    ),
  },
  {
    key: 'n14',
    atOnce: 2,
    numbered: true,
    integration: { type: 'AlertmanagerApiV2' },
    sends: attack(
      "1,000 alerts, Alertmanager's API",
      json,
      JSON.stringify(
        alerts(1000, (n) => ({ labels: { alertname: `A${n}`, instance: `host-#n#-${n}` } })),
      ),
    ),
  },
  dryRun('n19', attack('3.8 MB of 1.0', json, `{"payload":{"jsonBody":${ones(3_800_000)}}}`)),
  dryRun(
    'n19k',
    attack('3.7 MB of 310,000 keys', json, `{"payload":{"jsonBody":${keys(3_100_000)}}}`),
  ),
  {
    ...row('n22', 4, attack('3 MB for a regex of three .*?', json, lazy(large - 1000))),
    attributes: expensiveText('lazy', [{ regex: 'a(.*?)b(.*?)c(.*?)d' }]),
  },
  mapped('n23b', 20, '$..nothing ×198'),
  row('numeric', 16, attack('3 MB of 1.0', json, ones(large - 10))),
];

function row(key: string, atOnce: number, sends: Attack): BusyRow {
  return { key, atOnce, sends, integration: webhook };
}

function dryRun(key: string, sends: Attack): BusyRow {
  return { key, atOnce: 2, sends: { ...sends, name: `${sends.name}, dry run` }, integration: null };
}

/** A small body for an expensive mapping of the bench `hostile`. */
function mapped(key: string, atOnce: number, name: string): BusyRow {
  const found = expensiveMappings.find((one) => one.name === name);
  const [body] = found?.bodies ?? [];
  if (!found || !body) throw new Error(`There is no mapping ${name}.`);
  const sends = { ...body, name: `${body.name}: ${name}` };
  return { ...row(key, atOnce, sends), attributes: found.attributes };
}

function lazy(bytes: number): string {
  return JSON.stringify({ t: fill('abc', bytes) });
}
