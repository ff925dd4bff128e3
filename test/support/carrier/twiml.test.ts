import { describe, expect, it } from 'vitest';
import { readTwiml, TwimlError } from './index.ts';

const publicUrl = 'https://tocsin.example.com/base';
const read = (
  inside: string,
  { isWhisper = false, isAnswered = false, contentType = 'text/xml' } = {},
) =>
  readTwiml(`<?xml version="1.0"?><Response>${inside}</Response>`, contentType, {
    isWhisper,
    isAnswered,
    publicUrl,
  });
const number = '<Number>+4915122222222</Number>';

describe('reading TwiML strictly', () => {
  it('takes what is documented', () => {
    const verbs = read(
      `<Gather action="${publicUrl}/menu?a=1&amp;b=2" numDigits="1"><Say language="de-DE" voice="Polly.Vicki-Neural">Hallo &amp; Grüß Gott</Say></Gather><Hangup/>`,
      { contentType: 'text/xml; charset=utf-8' },
    );
    expect(verbs.map(({ name }) => name)).toEqual(['Gather', 'Hangup']);
    expect(verbs[0]?.attributes.action).toBe(`${publicUrl}/menu?a=1&b=2`);
    expect(verbs[0]?.children[0]?.text).toBe('Hallo & Grüß Gott');
  });

  it.each([
    ['an unknown verb', '<Sing>la</Sing>'],
    ['an unknown attribute', '<Say loudness="11">Hello</Say>'],
    ['a wrong value', '<Pause length="soon"/>'],
    ['speech without words', '<Say> </Say>'],
    ['speech beyond the limit', `<Say>${'x'.repeat(3001)}</Say>`],
    ['speech beyond the encoded limit', `<Say>${'ж'.repeat(751)}</Say>`],
    ['text between verbs', 'Hello <Hangup/>'],
    ['a relative address', '<Redirect>/route</Redirect>'],
    ['a foreign address', '<Redirect>https://example.com/base/route</Redirect>'],
    [
      'an address that only begins alike',
      '<Redirect>https://tocsin.example.com/baseball</Redirect>',
    ],
    ['a foreign file', '<Play>https://example.com/a.mp3</Play>'],
    [
      'a foreign callback',
      `<Dial action="${publicUrl}/x"><Number statusCallback="https://example.com/">+4915122222222</Number></Dial>`,
    ],
    ['GET', `<Redirect method="GET">${publicUrl}/route</Redirect>`],
    ['keys without an address', '<Gather/>'],
    ['a question within keys', `<Gather action="${publicUrl}/x"><Hangup/></Gather>`],
    ['a recording without an address', '<Record/>'],
    ['a number that is none', `<Dial action="${publicUrl}/x"><Number>0151 222</Number></Dial>`],
    [
      'a caller id that is none',
      `<Dial action="${publicUrl}/x" callerId="anonymous">${number}</Dial>`,
    ],
    ['two numbers', `<Dial action="${publicUrl}/x">${number}${number}</Dial>`],
    ['refusing after a word', '<Say>No</Say><Reject/>'],
    ['a broken document', '<Say>Hello'],
  ])('refuses %s', (_name, inside) => {
    expect(() => read(inside)).toThrow(TwimlError);
  });

  it('refuses what somebody who was dialled must not be told', () => {
    for (const inside of [
      `<Dial action="${publicUrl}/x">${number}</Dial>`,
      `<Record action="${publicUrl}/x"/>`,
      '<Reject/>',
    ])
      expect(() => read(inside, { isWhisper: true })).toThrow(TwimlError);
  });

  it('refuses another content type, other roots, large documents, and refusing an answered call', () => {
    expect(() => read('', { contentType: 'application/json' })).toThrow(TwimlError);
    expect(() => read('<Reject/>', { isAnswered: true })).toThrow(TwimlError);
    expect(() => read('<Pause/>'.repeat(8200))).toThrow(TwimlError);
    const rules = { isWhisper: false, isAnswered: false, publicUrl };
    expect(() => readTwiml('<Answer/>', 'text/xml', rules)).toThrow(TwimlError);
  });
});
