import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyToPayload } from '../../src/bodies/body-to-payload.ts';
import { jsonDepthMax } from '../../src/bodies/limits.ts';
import { formFieldsMax, parseForm } from '../../src/kernel/form-text.ts';
import { textOfBytes } from '../../src/kernel/text-of-bytes.ts';
import { inEnglish, say } from '../../src/sentences/index.ts';

async function wrap(contentType: string, body: string | Uint8Array, query = {}) {
  const { payload, problem } = await bodyToPayload({
    method: 'POST',
    contentType,
    headers: { 'x-kept': '1' },
    query,
    body: typeof body === 'string' ? Buffer.from(body) : body,
  });
  const { headers, method, query: shown, ...wrapped } = payload;
  return { wrapped, problem, headers, method, query: shown };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('content type to property (spec 4.1)', () => {
  it.each([
    ['application/json', '{"a":1}', { jsonBody: { a: 1 } }],
    ['Application/JSON ; charset="UTF-8"', '{"a":"ä"}', { jsonBody: { a: 'ä' } }],
    ['application/vnd.api+json', '[1]', { jsonBody: [1] }],
    ['application/cloudevents+json; charset=utf-8', 'null', { jsonBody: null }],
    ['text/json', '"x"', { jsonBody: 'x' }],
    ['application/x-www-form-urlencoded', 'a=1&b=%C3%A4+x', { formBody: { a: '1', b: 'ä x' } }],
    ['text/plain', 'hello', { textBody: 'hello' }],
    ['text/plain', '{"a":1}', { textBody: '{"a":1}' }],
    ['text/xml', '<a/>', { xmlBody: '<a/>' }],
    ['application/xml', '<a/>', { xmlBody: '<a/>' }],
    ['application/xhtml+xml', '<html/>', { xmlBody: '<html/>' }],
    ['application/soap+xml', '<a/>', { xmlBody: '<a/>' }],
    ['text/html', '<p>', { textBody: '<p>' }],
    ['application/octet-stream', 'text after all', { textBody: 'text after all' }],
    ['nonsense', 'x', { textBody: 'x' }],
    ['', 'x', { textBody: 'x' }],
    ['', ' {"a":1}', { jsonBody: { a: 1 } }],
    ['', '[1]', { jsonBody: [1] }],
    ['', '{broken', { textBody: '{broken' }],
  ])('%s %s', async (contentType, body, expected) => {
    const { wrapped, problem } = await wrap(contentType, body);
    expect(wrapped).toEqual(expected);
    expect(problem).toBeNull();
  });

  it('carries headers, method and, when there is one, the query', async () => {
    expect(await wrap('text/plain', 'x', { a: ['1', '2'] })).toMatchObject({
      headers: { 'x-kept': '1' },
      method: 'POST',
      query: { a: ['1', '2'] },
    });
    expect((await wrap('text/plain', 'x')).query).toBeUndefined();
  });

  it.each(['', 'application/json', 'multipart/form-data; boundary=x', 'text/xml'])(
    'an empty body of %j has no property and no problem',
    async (contentType) => {
      const { wrapped, problem } = await wrap(contentType, '');
      expect(wrapped).toEqual({});
      expect(problem).toBeNull();
    },
  );

  it('what is no text in any charset is base64Body', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41]);
    expect((await wrap('application/octet-stream', bytes)).wrapped).toEqual({
      base64Body: bytes.toString('base64'),
    });
    const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0xff, 0x00]);
    for (const type of ['image/png', ''])
      expect(await wrap(type, image)).toMatchObject({
        wrapped: { base64Body: image.toString('base64') },
        problem: null,
      });
  });
});

describe('a byte that is not UTF-8', () => {
  const cut = Buffer.from('…').subarray(0, 2);
  const broken = Buffer.concat([Buffer.from('{"key":"Zürich","text":"'), cut, Buffer.from('"}')]);

  it.each([
    ['application/json', latin1('{"a":"ä"}'), { jsonBody: { a: 'ä' } }],
    ['application/json; charset=utf-8', latin1('{"a":"ä"}'), { jsonBody: { a: 'ä' } }],
    ['application/json', broken, { jsonBody: { key: 'Zürich', text: 'â€' } }],
    ['', latin1('{"a":"ä"}'), { jsonBody: { a: 'ä' } }],
    ['text/plain', latin1('Störung'), { textBody: 'Störung' }],
    ['text/plain', Buffer.from([0x80, 0x20, 0x85]), { textBody: '€ …' }],
    ['text/html', latin1('<p>ä'), { textBody: '<p>ä' }],
    ['text/xml', latin1('<a>ä</a>'), { xmlBody: '<a>ä</a>' }],
    ['application/soap+xml', latin1('<a>ä</a>'), { xmlBody: '<a>ä</a>' }],
    ['application/x-www-form-urlencoded', latin1('a=ä&b=1'), { formBody: { a: 'ä', b: '1' } }],
    ['text/plain; charset=shift_jis', Buffer.from([0x41, 0x83]), { textBody: 'A\ufffd' }],
  ])('in %s costs that byte only, and is told: %s', async (contentType, body, expected) => {
    const { wrapped, problem } = await wrap(contentType, body);
    expect(wrapped).toEqual(expected);
    expect(problem && inEnglish(problem)).toMatch(/not valid (UTF-8; .*windows-1252|shift_jis)/);
  });

  it('in a form, percent-encoded, is read the same way', async () => {
    const { wrapped } = await wrap('application/x-www-form-urlencoded', 'a=Z%FCrich&b=%C3%BC');
    expect(wrapped).toEqual({ formBody: { a: 'Zürich', b: 'ü' } });
  });

  it('never changes a character that is UTF-8', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 })), (texts) => {
        // 0xff belongs to no character of UTF-8 and is ÿ in windows-1252.
        const bytes = texts.flatMap((text) => [Buffer.from(text), Buffer.of(0xff)]);
        const read = textOfBytes(Buffer.concat(bytes), undefined).text;
        expect(read).toBe(texts.map((text) => `${Buffer.from(text).toString()}ÿ`).join(''));
      }),
    );
  });

  it('is found wherever the decoder of the platform finds one', () => {
    const bytes = fc.uint8Array({ maxLength: 12 });
    const likely = fc.array(
      fc
        .constantFrom(0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xed)
        .chain((byte) => fc.constantFrom(byte, 0xee, 0xf0, 0xf4, 0xf5)),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          bytes,
          likely.map((list) => Uint8Array.from(list)),
        ),
        (body) => {
          fc.pre(
            !(body[0] === 0xff && body[1] === 0xfe) && !(body[0] === 0xfe && body[1] === 0xff),
          );
          const { text, problem } = textOfBytes(body, 'utf-8');
          const loose = new TextDecoder().decode(body);
          if (problem === null) expect(text).toBe(loose);
          else expect(loose).toContain('\ufffd');
          // What the platform could read, in order, is all there.
          const kept = Array.from(loose.replaceAll('\ufffd', ''));
          let at = 0;
          for (const character of Array.from(text)) if (character === kept[at]) at += 1;
          expect(at).toBe(kept.length);
        },
      ),
    );
  });
});

describe('JSON', () => {
  it.each(['{', '{"a":1,}', 'hello', '{"a":NaN}', "{'a':1}", '{"a":1}{"b":2}', '"\u0001"'])(
    'what is none stays readable as text: %s',
    async (body) => {
      const { wrapped, problem } = await wrap('application/json', body);
      expect(wrapped).toEqual({ textBody: body });
      expect(problem && inEnglish(problem)).toMatch(/not valid JSON.*textBody/s);
    },
  );

  it(`is read to ${jsonDepthMax} levels, kept as text below that, and never ends the process`, async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect((await wrap('application/json', nested(jsonDepthMax))).problem).toBeNull();
    const deeper = await wrap('application/json', nested(jsonDepthMax + 2));
    expect(deeper.problem).toEqual(say('jsonTooDeep', { max: jsonDepthMax }));
    for (const hostile of ['['.repeat(1_000_000), nested(1_000_000), '{"a":'.repeat(500_000)])
      expect(Object.keys((await wrap('application/json', hostile)).wrapped)).toEqual(['textBody']);
  });

  it('keeps digits that a number cannot hold', async () => {
    const { wrapped } = await wrap('application/json', '{"id":12345678901234567890}');
    expect(JSON.stringify(wrapped)).toContain('12345678901234567890');
  });

  it('a member named __proto__ is a member', async () => {
    const { wrapped } = await wrap('application/json', '{"__proto__":{"polluted":1},"a":1}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(Object.keys(wrapped.jsonBody as object)).toContain('__proto__');
  });
});

describe('charsets', () => {
  it.each([
    ['iso-8859-1', latin1('äß')],
    ['ISO-8859-15', latin1('äß')],
    ['windows-1252', latin1('äß')],
    ['"latin1"', latin1('äß')],
    ['utf8', Buffer.from('äß')],
    ['utf-16le', Buffer.from('äß', 'utf16le')],
    ['utf-16be', utf16be('äß')],
    ['shift_jis', Buffer.from([0x83, 0x65, 0x83, 0x58])],
    ['nobody-knows', Buffer.from('äß')],
  ])('%s', async (charset, bytes) => {
    const expected = charset === 'shift_jis' ? 'テス' : 'äß';
    expect((await wrap(`text/plain; charset=${charset}`, bytes)).wrapped).toEqual({
      textBody: expected,
    });
  });

  it.each([
    ['UTF-8', Buffer.from('\uFEFF{"a":"ä"}')],
    ['UTF-16LE', Buffer.from('\uFEFF{"a":"ä"}', 'utf16le')],
    ['UTF-16BE', utf16be('\uFEFF{"a":"ä"}')],
  ])('a byte order mark of %s says more than the header, and goes', async (_name, bytes) => {
    for (const charset of ['', '; charset=iso-8859-1'])
      expect((await wrap(`application/json${charset}`, bytes)).wrapped).toEqual({
        jsonBody: { a: 'ä' },
      });
  });

  it('XML may say in its first line how it is written; the header says more', async () => {
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>';
    expect((await wrap('text/xml', latin1(xml))).wrapped).toEqual({ xmlBody: xml });
    expect((await wrap('text/xml; charset=utf-8', Buffer.from(xml))).wrapped).toEqual({
      xmlBody: xml,
    });
  });

  it('remembers no end of made-up charsets', async () => {
    for (let n = 0; n < 1000; n += 1)
      expect((await wrap(`text/plain; charset=made-up-${n}`, 'ä')).wrapped).toEqual({
        textBody: 'ä',
      });
  });
});

describe('forms', () => {
  const form = async (body: string) =>
    (await wrap('application/x-www-form-urlencoded', body)).wrapped.formBody;

  it('repeated fields become lists, empty ones stay', async () => {
    expect(await form('a=1&a=2&a=3&b=&c')).toEqual({ a: ['1', '2', '3'], b: '', c: '' });
  });

  it('__proto__ and constructor are fields', async () => {
    const fields = (await form('__proto__=1&constructor=2&__proto__=3')) as object;
    expect(Object.entries(fields)).toEqual([
      ['__proto__', ['1', '3']],
      ['constructor', '2'],
    ]);
    expect(({} as { 1?: number })[1]).toBeUndefined();
  });

  it('are read as URLSearchParams reads them', () => {
    const piece = fc.constantFrom(
      'a',
      '&',
      '=',
      '+',
      '%',
      '%20',
      '%C3%A4',
      '%2',
      '%00',
      ' ',
      '%zz',
      '%EF%BB%BF',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        const expected = [...new URLSearchParams(text)];
        // Escapes that are not UTF-8 are read as windows-1252 here.
        fc.pre(!JSON.stringify(expected).includes('\ufffd'));
        expect(parseForm(text)).toEqual(expected);
        // Here URLSearchParams of Node differs from its specification: it breaks what is not ASCII beside a lone
        // percent sign.
        expect(parseForm(`ä=${text.replaceAll(/[&=]/g, '')}`)?.[0]?.[0]).toBe('ä');
      }),
    );
  });

  it.each(['a&', 'a=1', 'a'])(
    'of more fields than any form has are kept as text: %s',
    async (field) => {
      const body = Array.from({ length: formFieldsMax + 1 }, (_, n) =>
        field.replace('a', `a${n}`),
      ).join('&');
      const { wrapped, problem } = await wrap('application/x-www-form-urlencoded', body);
      expect(wrapped).toEqual({ textBody: body });
      expect(problem).toEqual(say('formFieldsOver', { max: formFieldsMax }));
    },
  );

  it('broken percent signs do no harm', async () => {
    expect(await form('a=%zz&b=%')).toEqual({ a: '%zz', b: '%' });
  });
});

describe('multipart', () => {
  const contentType = 'multipart/form-data; boundary=XX';
  const part = (disposition: string, body: string, type = '') =>
    `--XX\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n${body}\r\n`;

  it('fields are fields, files are name, type, size and hash', async () => {
    const body = [
      part('name="title"', 'Größe'),
      part('name="tag"', 'a'),
      part('name="tag"', 'b'),
      part('name="log"; filename="größe.txt"', 'hello', 'Content-Type: text/plain\r\n'),
      part('name="__proto__"', 'x'),
      '--XX--\r\n',
    ].join('');
    const { wrapped, problem } = await wrap(contentType, body);
    expect(problem).toBeNull();
    const fields = new Map(Object.entries(wrapped.formBody as object));
    expect(fields).toEqual(
      new Map<string, unknown>([
        ['title', 'Größe'],
        ['tag', ['a', 'b']],
        ['__proto__', 'x'],
        [
          'log',
          {
            name: 'größe.txt',
            type: 'text/plain',
            size: 5,
            sha256: createHash('sha256').update('hello').digest('hex'),
          },
        ],
      ]),
    );
  });

  it.each([
    ['without its end', part('name="a"', '1')],
    ['that ends within a file', part('name="f"; filename="f"', 'x').slice(0, -3)],
    ['that ends within a header', '--XX\r\nContent-Disp'],
    ['that is none', 'hello'],
  ])('a body %s is kept as text with the reason', async (_name, body) => {
    const { wrapped, problem } = await wrap(contentType, body);
    expect(wrapped).toEqual({ textBody: body });
    expect(problem && inEnglish(problem)).toMatch(/multipart.*textBody/);
  });

  it('without a boundary is kept as text', async () => {
    const { wrapped } = await wrap('multipart/form-data', part('name="a"', '1'));
    expect(Object.keys(wrapped)).toEqual(['textBody']);
  });

  it('of more than 200 parts is kept as text', async () => {
    const body = `${part('name="a"', '1').repeat(201)}--XX--\r\n`;
    expect((await wrap(contentType, body)).problem).toEqual(
      say('multipartPartsOver', { max: 200 }),
    );
  });

  it('with a field of more than a megabyte is kept as text', async () => {
    const body = `${part('name="a"', 'x'.repeat(1024 * 1024 + 1))}--XX--\r\n`;
    expect((await wrap(contentType, body)).problem).toMatchObject({
      code: 'multipartFieldTooLarge',
      values: { name: 'a' },
    });
  });
});
