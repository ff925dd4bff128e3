import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  httpSettings,
  look,
  makeMonitor,
  resultsOf,
  startWatchedTls,
  type Watched,
} from './network.ts';

const day = 86_400_000;
const trusted = getCACertificates('default');
/** Certificates are checked by the clock of the machine. */
const now = Math.floor(Date.now() / 1000) * 1000;
let t: TestApp;
let endsSoon: Watched;
let ended: Watched;

beforeAll(async () => {
  const [soon, past] = await Promise.all([
    startWatchedTls(new Date(now - 355 * day)),
    startWatchedTls(new Date(now - 366 * day)),
  ]);
  endsSoon = soon;
  ended = past;
  setDefaultCACertificates([...trusted, soon.certificatePem, past.certificatePem]);
  t = await startTestApp({
    env: { TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.1, ::1' },
    clock: new Date(now).toISOString(),
  });
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await Promise.all([endsSoon?.stop(), ended?.stop(), t?.stop()]);
});

async function first(url: string, settings: object) {
  const id = await makeMonitor(t, 'HttpMonitoring', httpSettings(url, settings));
  await look(t);
  return (await resultsOf(t, id))[0];
}

const days = (
  sslCertificateMaxAgeInDaysDegraded: number,
  sslCertificateMaxAgeInDaysDown: number | null,
) => ({
  sslCertificateMaxAgeInDaysDegraded,
  sslCertificateMaxAgeInDaysDown,
});

it.each([
  ['Up', days(9, 5)],
  ['Degraded', days(10, 5)],
  ['Down', days(14, 10)],
])('a certificate that ends in ten days is %s with %j', async (level, settings) => {
  const result = await first(endsSoon.url, settings);
  expect(result?.status, result?.statusReason ?? '').toBe(level);
  if (level !== 'Up')
    expect(result?.statusReason).toMatch(/^The certificate ends on \d{4}-.*in 10 days\.$/);
});

it('a certificate that has ended is Down, also where errors below HTTP are ignored, if it is watched', async () => {
  const ignoring = { ignoreNonHttpErrors: true };
  expect(await first(ended.url, {})).toMatchObject({ status: 'Down' });
  expect(await first(ended.url, { ...ignoring, ...days(30, 7) })).toMatchObject({ status: 'Down' });
  expect(await first(ended.url, ignoring)).toMatchObject({ status: 'Up' });
});
