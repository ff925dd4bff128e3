import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetGuesses } from '../accounts/support.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { makePerson } from '../support/keys.ts';
import type { DocumentedOperation } from '../support/operations.ts';
import { admitted } from './admitted.ts';
import { type Answer, ask, inParallel, type Question } from './ask.ts';
import { addressesOf, beside } from './beside.ts';
import { type Caller, call, questionOf } from './caller.ts';
import {
  complaintAboutLimit,
  complaintAboutTarget,
  complaintsAboutHeaders,
  type Exceptions,
  spoofedSources,
  spoofedTargets,
} from './checks/headers.ts';
import { type ProofCallers, proofCallers, telnyxEnv } from './proofs.ts';
import { servedOperations } from './served.ts';

const operations = servedOperations;
const reading = operations.filter(({ method }) => method === 'GET');
const nobody: Caller = { name: 'nobody', headers: () => ({}), expects: () => 'unauthenticated' };
const evil = 'evil.example';

let server: TestApp;
let carrier: FakeCarrier;
let smtp: FakeSmtpServer;
let proofs: ProofCallers;
let fixtures: Fixtures;
beforeAll(async () => {
  [carrier, smtp] = await Promise.all([startCarrier(), startSmtpServer()]);
  server = await startTestApp({ env: { ...carrier.env, ...telnyxEnv, TOCSIN_SMTP_URL: smtp.url } });
  // These delete people, and with them what may name them.
  proofs = await proofCallers(server, carrier);
  const made = await makeFixtures(server);
  fixtures = { ...made, ...(await makeMoreFixtures(server, made)) };
});
afterAll(() => Promise.all([server?.stop(), carrier?.stop(), smtp?.stop()]));

const success = (operation: DocumentedOperation, headers: Record<string, string> = {}) => {
  const { caller, change } = admitted(operation, proofs, { key: server.key, objects: fixtures });
  return call(server, caller, operation, { ...change, headers });
};

/** The same where links and codes are guessed so often that no further guess is taken. */
async function guessed(operation: DocumentedOperation, headers: Record<string, string> = {}) {
  const answer = await success(operation, headers);
  if (answer.status !== 429) return answer;
  await forgetGuesses(server);
  return success(operation, headers);
}

/** What caches may keep, for how long, and why. */
const kept: [address: RegExp, as: string, reason: string][] = [
  [/^\/calendar\//, 'private, max-age=900', 'calendar programs ask every few minutes'],
  [/^\/status\//, 'private, no-cache', 'visitors with the password ask whether it changed'],
  [/^\/api\/swagger\//, 'public, max-age=60', 'the document is the same for all'],
  [
    /^\/telephony\/audio\//,
    'public, max-age=31536000, immutable',
    'the address of a prompt says what is in it',
  ],
  [/^\/(icon\.svg|[a-z-]+\d*\.png)$/, 'public, max-age=3600', 'the signs are the same for all'],
  [/^\/manifest\.webmanifest$/, 'public, max-age=3600', 'what installs the console, too'],
  [/^\/service-worker\.js$/, 'no-cache', 'browsers ask whether it has changed'],
  [/\/events$/, 'no-store, no-transform', 'proxies must not pack a stream of events'],
  [/\/incident\/search\/[^/]+\/image$/, 'private, max-age=60', 'a page shows it more than once'],
  [/^\/sign-in\/passkeys\.js$/, 'public, max-age=300', 'the script is the same for all'],
  [/\/swagger-ui\/(swagger|favicon)/, 'public, max-age=3600', 'the page is the same for all'],
  [/^\/api\/integrations\/terraform\//, 'public, max-age=60', 'templates are the same for all'],
  [
    /\/incident\/search\/(list|[0-9a-f-]{36})$/,
    'private, no-cache',
    'dashboards ask whether it changed',
  ],
];

function exceptionsOf(url: string, { status }: Answer): Exceptions {
  const { pathname } = new URL(url);
  return {
    keptAs: status < 400 ? kept.find(([address]) => address.test(pathname))?.[1] : undefined,
    // The console shows it beside the form.
    framedBy: /^\/status\/[^/]+\/preview$/.test(pathname) ? 'self' : 'none',
  };
}

describe('every answer', () => {
  const fromElsewhere = { origin: `https://${evil}`, 'access-control-request-method': 'POST' };

  it('of every operation, of success and of failure, is for its caller only', async () => {
    const found = await inParallel([...operations.entries()], async ([place, operation]) => {
      const { url, ...question } = questionOf(server, nobody, operation);
      const headers = { ...question.headers, ...fromElsewhere };
      const malformed = { ...headers, 'content-type': 'text/x' };
      // Most of these end before any operation is known: they take turns.
      const odd: [string, Question][] = [
        ['malformed', { url, method: operation.method, headers: malformed, body: '{' }],
        ['another method', { url, method: 'COPY', headers }],
        ['preflight', { url, method: 'OPTIONS', headers }],
        ['head', { url, method: 'HEAD', headers }],
        ['below', { url: `${url.split('?')[0]}/nothing/%zz`, headers }],
      ];
      const some = odd.filter((_, turn) => (turn + place) % odd.length < 2);
      const answers: [string, Answer][] = [
        ['refused', await ask({ url, ...question, headers })],
        ['success', await success(operation, { origin: fromElsewhere.origin })],
      ];
      for (const [kind, one] of some) answers.push([kind, await ask(one)]);
      return answers.flatMap(([kind, answer]) =>
        complaintsAboutHeaders(
          `${operation.operationId} ${kind}`,
          answer,
          exceptionsOf(url, answer),
        ),
      );
    });
    expect(found.flat()).toEqual([]);
  });

  it('of every address beside the documents', async () => {
    const found = await inParallel(addressesOf(beside), async (address) => {
      const url = `${server.app.url}${address}`;
      const methods = ['GET', 'POST', 'OPTIONS'];
      const answers = await inParallel(methods, (method) =>
        ask({ url, method, headers: fromElsewhere }),
      );
      return answers.flatMap((answer, place) =>
        complaintsAboutHeaders(`${methods[place]} ${address}`, answer, exceptionsOf(url, answer)),
      );
    });
    expect(found.flat()).toEqual([]);
  });
});

describe('who a request is meant for', () => {
  it('changes nothing that is answered', async () => {
    const spoofs = spoofedTargets(evil);
    const turns = [...reading.entries()];
    const found = await inParallel(turns, async ([place, operation]) => {
      const usual = await guessed(operation);
      const some = spoofs.filter((_, turn) => (turn + place) % 2 === 0);
      const answers = await inParallel(some, (headers) => guessed(operation, headers));
      return answers.map((answer, turn) =>
        answer.status === usual.status
          ? complaintAboutTarget(`${operation.operationId} ${turn}`, evil, answer)
          : `${operation.operationId}: ${answer.status} instead of ${usual.status}`,
      );
    });
    const pages = await inParallel(addressesOf(beside), (address) =>
      inParallel(spoofs, async (headers) =>
        complaintAboutTarget(
          address,
          evil,
          await ask({ url: `${server.app.url}${address}`, headers }),
        ),
      ),
    );
    expect([...found, ...pages].flat().filter((complaint) => complaint !== null)).toEqual([]);
  });

  it('changes nothing that is mailed, texted or given to the carrier', async () => {
    const { id, api } = await makePerson(server, { organizationRole: 'Member' });
    const { body } = await api.get(`/user/${id}`);
    const [email, phoneNumber] = [String(body.email), '+4915112345678'];
    await server.api.put(`/user/${id}`, { ...body, phoneNumber });
    const spoofs = spoofedTargets(evil);
    for (const headers of spoofs)
      for (const channel of ['Email', 'SMS', 'VoiceCall']) {
        const address = `/user/${id}/test-notification`;
        const { status, text } = await ask({
          url: `${server.app.url}/api/public/v1${address}`,
          method: 'POST',
          headers: { 'x-api-key': server.key, 'content-type': 'application/json', ...headers },
          body: { channel },
        });
        expect([channel, status], text).toEqual([channel, 200]);
      }
    // Beside them, what the tests before have caused may still be on its way.
    const toPerson = ({ to }: { to: string }) => to === phoneNumber;
    expect(smtp.mails.filter(({ to_ }) => to_.includes(email)).length).toBe(spoofs.length);
    expect(carrier.calls.filter(toPerson).length).toBe(spoofs.length);
    const sent = JSON.stringify([smtp.mails, carrier.texts, carrier.calls]);
    expect(complaintAboutTarget('a message', evil, { status: 200, text: sent })).toBe(null);
  });
});

describe('where a request comes from', () => {
  const limits = ['invalid-key', 'links', 'calendar', 'console'];
  const env = { TOCSIN_RATE_LIMITS: limits.map((scope) => `${scope}=3/600`).join(';') };
  const questions: Record<string, string> = {
    'invalid keys': '/api/public/v1/auth/me',
    links: '/a/V1StGXR8_Z5jdHi6B-myTg',
    calendars: '/calendar/oncall/V1StGXR8_Z5jdHi6B-myTg.ics',
    templates: '/api/integrations/terraform/default/Webhook.tf',
  };

  /** Four equal requests, each with headers of its own. */
  async function statusesOf(
    t: TestApp,
    path: string,
    headersOf: (turn: number) => Record<string, string>,
  ) {
    const statuses: number[] = [];
    for (let turn = 1; turn <= 4; turn += 1)
      statuses.push((await ask({ url: `${t.app.url}${path}`, headers: headersOf(turn) })).status);
    return statuses;
  }

  it('without a trusted proxy is the address of the connection, whatever the headers say', async () => {
    const t = await startTestApp({ env });
    try {
      for (const [what, path] of Object.entries(questions)) {
        const statuses = await statusesOf(t, path, (turn) => ({
          ...spoofedSources(turn),
          'x-forwarded-for': `198.51.100.${turn}`,
        }));
        expect(complaintAboutLimit(what, statuses)).toBe(null);
      }
    } finally {
      await t.stop();
    }
  });

  it('behind one is what that proxy wrote, and nothing that was sent to it', async () => {
    const t = await startTestApp({ env: { ...env, TOCSIN_TRUSTED_PROXIES: '127.0.0.0/8' } });
    try {
      for (const [what, path] of Object.entries(questions)) {
        const statuses = await statusesOf(t, path, (turn) => ({
          ...spoofedSources(turn),
          'x-forwarded-for': `198.51.100.${turn}, 203.0.113.9`,
        }));
        expect(complaintAboutLimit(what, statuses)).toBe(null);
        const others = await statusesOf(t, path, (turn) => ({
          'x-forwarded-for': `203.0.113.${turn + 20}`,
        }));
        expect(others).not.toContain(429);
      }
    } finally {
      await t.stop();
    }
  });
});
