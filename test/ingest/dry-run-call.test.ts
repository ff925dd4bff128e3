import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDryRunCall } from '../../src/ingest/index.ts';
import { quickRuns } from '../support/runs.ts';

const filler = 'x"\\{[,:]}é'.repeat(8_000);

/** A member that makes the call a large one: as a payload, or as the body of a request. */
const large = fc.constantFrom(
  ['payload', { jsonBody: { filler } }],
  ['request', { method: 'POST', body: filler }],
  ['Payload', { formBody: filler }],
  ['REQUEST', { Body: filler, headers: { a: filler.slice(0, 40) } }],
) as fc.Arbitrary<[string, object]>;

const names = fc.oneof(fc.string(), fc.constantFrom('type', 'body', '__proto__', 'integrationId'));
const others = fc.array(fc.tuple(names, fc.jsonValue()), { maxLength: 5 });
const spaces = fc.constantFrom(undefined, 1, '\t');

/** In any order, and with any member twice. */
const calls = fc.tuple(others, large, others, spaces).map(([before, one, after, space]) =>
  members(
    [...before, one, ...after].map(([name, value]) => [name, value] as const),
    space,
  ),
);

function members(list: (readonly [string, unknown])[], space: string | number | undefined): string {
  const written = list.map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value, null, space)}`,
  );
  return ` { ${written.join(' ,\n')} }\n`;
}

const isPayload = (name: string, value: unknown) =>
  name.toLowerCase() === 'payload' && typeof value === 'object' && !Array.isArray(value) && value;

it('a large call reads as any JSON does, but for its payload, which a hash stands for', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (text) => {
      const read = Object.entries((await parseDryRunCall(text)) as object);
      const whole = Object.entries(JSON.parse(text) as object);
      expect(read.map(([name]) => name)).toEqual(whole.map(([name]) => name));
      for (const [index, [name, value]] of whole.entries())
        if (isPayload(name, value))
          expect(read[index]?.[1]).toEqual({ sha256: expect.stringMatching(/^[\da-f]{64}$/) });
        else expect(read[index]?.[1]).toEqual(value);
    }),
    { numRuns: 300 },
  );
});

it('what is no JSON beside the payload is none here', async () => {
  const rest = Array.from({ length: 200 }, (_, n) => `"m${n}":[${n}]`).join();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: rest.length }),
      fc.constantFrom('"', '{', ']', ',', ':', '\\', 'x', ''),
      async (at, put) => {
        const good = `{${rest},"payload":{"a":${JSON.stringify(filler)}}}`;
        const text = good.slice(0, at) + put + good.slice(at + 1);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson) await parseDryRunCall(text);
        else await expect(parseDryRunCall(text)).rejects.toThrow(SyntaxError);
      },
    ),
    { numRuns: quickRuns(500) },
  );
});

it.each([
  ['a list', `[${'1,'.repeat(40_000)}1]`, null],
  ['nothing but spaces', ' '.repeat(70_000), null],
])('%s is no call', async (_name, text, expected) => {
  expect(await parseDryRunCall(text)).toBe(expected);
});

it.each([
  ['more than 1 MB beside the payload', `{"type":[${'1,'.repeat(600_000)}1]}`, 'at most 1 MB'],
  [
    'more than 1 MB in a request, beside its body',
    `{"request":{"headers":[${'1,'.repeat(600_000)}1],"body":""}}`,
    'at most 1 MB',
  ],
  ['very many members', `{${'"a":1,'.repeat(20_000)}"a":1}`, 'at most 1000 members'],
  ['a mapping of its own that never ends', `{"attributesMapping":${'['.repeat(70_000)}`, 'end of'],
])('%s is refused', async (_name, text, said) => {
  await expect(parseDryRunCall(text)).rejects.toThrow(said);
});

it('others are served while the end of a very large payload is looked for', async () => {
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const items = '[{"a":"]"},1.0],'.repeat(200_000);
  await parseDryRunCall(`{"payload":{"jsonBody":[${items}1]},"type":"Webhook"}`);
  isRead = true;
  expect(turns).toBeGreaterThanOrEqual(5);
});
