import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStream } from '../../src/live/event-stream.ts';
import { resumedAt } from '../../src/live/position.ts';

const change = (version: number) => ({ name: 'incident' as const, data: { version } });

async function all(stream: EventStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

describe('events on their way to a slow reader', () => {
  it('are one for each thing, the last, in the order of the last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 5 }), { maxLength: 40 }), async (things) => {
        const stream = new EventStream(() => undefined);
        for (const [version, thing] of things.entries())
          stream.put(`incident ${thing}`, change(version), '1');
        stream.end();
        const last = things.map((thing, version) => ({ thing, version }));
        const wanted = last.filter(({ thing }, at) => things.lastIndexOf(thing) === at);
        const versions = [...(await all(stream)).matchAll(/"version":(\d+)/g)].map(Number1);
        expect(versions).toEqual(wanted.map(({ version }) => version));
      }),
    );
  });

  it('never are more than a page can be told: beyond that it is told to fetch everything', async () => {
    const stream = new EventStream(() => undefined);
    for (let n = 0; n < 10_000; n += 1) stream.put(`incident ${n}`, change(n), String(n));
    stream.end();
    const text = await all(stream);
    expect(text).toMatch(/^id: \d+\nevent: reset\n/);
    expect(text.split('\n\n').length).toBeLessThan(502);
    expect(text).toContain('"version":9999');
  });

  it('end for a reader that leaves while it waits, and for its server, once', async () => {
    let closed = 0;
    const stream = new EventStream(() => {
      closed += 1;
    });
    const waiting = stream.next();
    await stream.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    stream.end();
    stream.put('incident', change(1), '1');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(closed).toBe(1);
  });
});

const Number1 = ([, digits]: RegExpMatchArray) => Number(digits);

describe('the position of a reader that comes back', () => {
  const now = new Date('2026-03-02T10:00:00.000Z');
  const at = (minutes: number) => String(now.getTime() + minutes * 60_000);

  it.each([
    ['of a moment ago goes on there', at(-1), true],
    ['of ten minutes ago goes on there', at(-10), true],
    ['of eleven minutes ago does not', at(-11), false],
    ['of a process whose clock is ahead goes on there', at(1), true],
    ['of tomorrow does not', at(1440), false],
    ['that is none does not', 'abc', false],
    ['that is no moment does not', '9'.repeat(40), false],
    ['that is empty does not', '', false],
    ['that is missing does not', undefined, false],
  ])('%s', (_, position, isKnown) => {
    expect(resumedAt(position, now)).toEqual(isKnown ? new Date(Number(position)) : null);
  });
});
