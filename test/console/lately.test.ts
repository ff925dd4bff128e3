import { expect, it } from 'vitest';

interface Event {
  id: string;
  name: string;
  data: object;
}
interface Kept {
  note(event: Event): void;
  since(pageFrom: string | undefined): readonly Event[];
}

// Without its types: those of the browser and of this program do not go together.
const file = new URL('../../console/live/lately.ts', import.meta.url).href;
const { Lately }: { Lately: new () => Kept } = await import(file);

const told = (at: number, name = 'told') => ({ id: String(at), name, data: { id: `of ${at}` } });

it('gives what may have changed after a page began, for half a minute', () => {
  const lately = new Lately();
  for (const event of [told(100_000), told(120_000, 'beat'), told(125_000)]) lately.note(event);
  expect(lately.since(undefined)).toEqual([told(100_000), told(125_000)]);
  expect(lately.since('126000')).toEqual([told(125_000)]);
  expect(lately.since('128000')).toEqual([]);
  lately.note(told(140_000));
  expect(lately.since(undefined)).toEqual([told(125_000), told(140_000)]);
});

it('says of very much only that it is to be fetched again', () => {
  const lately = new Lately();
  for (let n = 0; n <= 200; n += 1) lately.note(told(100_000 + n));
  expect(lately.since('100000')).toEqual([{ id: '100200', name: 'reset', data: {} }]);
  lately.note(told(100_300));
  expect(lately.since('100000').map(({ name }) => name)).toEqual(['reset', 'told']);
});
