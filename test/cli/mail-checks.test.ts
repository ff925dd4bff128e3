import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkMailDomain, checkSigning, type Records } from '../../src/cli/doctor/mail-checks.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const receiving = { smtpListen: { host: '127.0.0.1', port: 25 }, mailDomain: 'in.example.com' };
const none = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
const nobody: Records = { resolveMx: none, resolve4: none, resolve6: none, resolveTxt: none };
const mx = (...exchanges: string[]) => ({
  ...nobody,
  resolveMx: async () => exchanges.map((exchange, priority) => ({ exchange, priority })).reverse(),
});

describe('the domain of answers', () => {
  it.each<[string, Records, string, RegExp]>([
    ['its servers', mx('one.example.com', 'two.example.com'), 'ok', /goes to one\S+, two/],
    [
      'one that takes no mail',
      { ...mx(''), resolve4: async () => ['192.0.2.1'] },
      'warning',
      /No mail/,
    ],
    ['a host', { ...nobody, resolve6: async () => ['2001:db8::1'] }, 'ok', /to its address/],
    ['nothing', nobody, 'warning', /No mail server takes mail/],
    [
      'no answer',
      { ...nobody, resolveMx: () => Promise.reject(new Error('timeout')) },
      'warning',
      /No name server answers/,
    ],
  ])('says %s', async (_what, records, state, text) => {
    expect(await checkMailDomain(receiving, records)).toEqual([
      expect.objectContaining({ check: 'Answers', state, text: expect.stringMatching(text) }),
    ]);
  });

  it('is looked at where mail is received only, and has to be named', async () => {
    expect(await checkMailDomain({ ...receiving, smtpListen: undefined }, nobody)).toEqual([]);
    const [unnamed] = await checkMailDomain({ ...receiving, mailDomain: undefined }, nobody);
    expect(unnamed).toMatchObject({ state: 'ok', text: expect.stringContaining('is not set') });
  });
});

describe('the domains of people', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp();
    for (const email of [
      'a@signs.example',
      'b@signs.example',
      'c@withdrew.example',
      'd@quiet.example',
    ])
      await t.api.make('/user', { email });
  });
  afterAll(() => t?.stop());

  it('sign their mail, or are not known to', async () => {
    const keys: Record<string, string[][]> = {
      'google._domainkey.signs.example': [['v=DKIM1; k=rsa; ', 'p=MIIB']],
      'selector1._domainkey.withdrew.example': [['v=DKIM1; p=']],
    };
    const records = { ...nobody, resolveTxt: async (name: string) => keys[name] ?? none() };
    const { world } = t.app;
    expect(await checkSigning(world, receiving, records)).toEqual([
      { check: 'Answers', state: 'ok', text: 'DKIM keys are there of signs.example.' },
      expect.objectContaining({
        state: 'warning',
        text: expect.stringMatching(/no DKIM key of (?:withdrew|quiet)\.example, \w+\.example:/),
      }),
    ]);
    expect(await checkSigning(world, { ...receiving, mailDomain: undefined }, records)).toEqual([]);
  });
});
