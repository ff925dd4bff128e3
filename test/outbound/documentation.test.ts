import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { outboundTypes } from '../../src/outbound/index.ts';
import { simulatedTools } from './simulated-tools.ts';

const page = readFileSync(new URL('../../docs/outbound/README.md', import.meta.url), 'utf8');
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
);

it.each(outboundTypes)('the page says how to connect $displayName', ({ id, displayName }) => {
  const [member = ''] = Object.keys(simulatedTools[id].settings);
  expect(sections.get(displayName)).toContain(`\`${member}.`);
});

it('the page has no section for what is no type', () => {
  const names = outboundTypes.map(({ displayName }) => displayName as string);
  expect([...sections.keys()].filter((name) => !names.includes(name))).toEqual([]);
});
