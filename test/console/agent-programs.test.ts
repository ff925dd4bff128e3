import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { agentPrograms } from '../../console/pages/settings/agent-programs.ts';

it('the console shows the configurations of programs that the documentation has', () => {
  const page = readFileSync('docs/mcp.md', 'utf8');
  const blocks = [...page.matchAll(/^```\w+\n([^`]+)\n```$/gm)].map(([, text]) => text);
  const texts = agentPrograms('https://tocsin.example.com').map(({ text }) => text);
  expect(texts).toEqual(blocks);
});
