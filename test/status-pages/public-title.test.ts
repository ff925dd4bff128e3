import { expect, it } from 'vitest';
import { publicTitle } from '../../src/status-pages/public-title.ts';

it.each([
  ['Missed call from +436601234567 to Support', 'Missed call from … to Support'],
  ['Nachricht von sip:ann@example.com für Support', 'Nachricht von … für Support'],
  ['Latency is +12345 ms on node 2', 'Latency is +12345 ms on node 2'],
])('%s is public as %s', (title, said) => {
  expect(publicTitle(title)).toBe(said);
});
