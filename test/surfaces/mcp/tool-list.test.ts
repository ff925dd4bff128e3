import { globSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { countTokens } from 'gpt-tokenizer';
import { expect, it } from 'vitest';
import { allTools } from '../../../src/surfaces/mcp/index.ts';
import { agentUseOf, loadPublicApi } from '../../../src/surfaces/public-api/index.ts';

const { operations } = await loadPublicApi(
  new URL('../../../openapi/bundled/public-v1.json', import.meta.url),
);
const tools = allTools(operations);
const list = JSON.stringify({ tools: tools.map(({ view }) => view) });

it('at most 25 operations have a tool of their own, beside three for all others', () => {
  expect(tools.filter(({ group }) => group === 'gateway')).toHaveLength(3);
  expect(tools.length - 3).toBeLessThanOrEqual(25);
  expect(new Set(tools.map(({ view }) => view.name)).size).toBe(tools.length);
});

/** Whatever makes it longer shows in `docs/mcp-tools.md`, and its commit says why. */
it('the whole list costs a model less than 6,000 tokens and 24 KB, the gateway less than 700', () => {
  expect(countTokens(list)).toBeLessThan(6000);
  expect(Buffer.byteLength(list)).toBeLessThan(24 * 1024);
  const gateway = tools.filter(({ group }) => group === 'gateway').map(({ view }) => view);
  expect(countTokens(JSON.stringify({ tools: gateway }))).toBeLessThan(700);
});

it('every tool reads, tries or acts on incidents, as its group says', () => {
  const uses = tools
    .filter(({ operationId }) => operationId !== '')
    .map(({ group, view, operationId }) => {
      const operation = operations.find((one) => one.operationId === operationId);
      const use = operation && agentUseOf(operation);
      return { name: view.name, fits: use === (group === 'act' ? 'act' : 'read') };
    });
  expect(uses.filter(({ fits }) => !fits)).toEqual([]);
  for (const { group, view } of tools)
    expect(view.annotations.readOnlyHint, view.name).toBe(group !== 'act');
});

it('schemas of tools are sound', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const { view } of tools)
    for (const schema of [view.inputSchema, view.outputSchema])
      expect(ajv.validateSchema(schema), view.name).toBe(true);
});

it('no tool and no operation that an agent may ask for answers a secret or changes who may do what', () => {
  const asked = operations.filter((one) => agentUseOf(one) !== 'never');
  expect(asked.length).toBeGreaterThan(150);
  const forbidden = asked.filter(
    ({ operationId, recentSignIn, tag }) =>
      recentSignIn ||
      /ApiKey|Oidc|GroupMapping|OrganizationMembership/.test(operationId) ||
      tag === 'api-key',
  );
  expect(forbidden).toEqual([]);
  const answers = asked
    .filter((one) => agentUseOf(one) !== 'suggest')
    .filter(({ responses }) => JSON.stringify(responses[200]).includes('"x-secret":true'));
  expect(answers).toEqual([]);
});

it('the page of tools is in the documentation', () => {
  expect(readFileSync('docs/mcp.md', 'utf8')).toContain('(mcp-tools.md)');
});

it('the SDK is loaded by the first request only', () => {
  const sources = globSync('src/**/*.ts').map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }));
  const loading = sources.filter(({ text }) =>
    /^import (?!type)[^;]*from '@modelcontextprotocol/m.test(text),
  );
  expect(loading.map(({ file }) => file)).toEqual(['src/surfaces/mcp/serve.ts']);
  const naming = sources.filter(({ text }) =>
    /from '[^']*mcp\/serve\.ts'|from '\.\/serve\.ts'/.test(text),
  );
  expect(naming.filter(({ file }) => file.includes('surfaces/mcp'))).toEqual([]);
});
