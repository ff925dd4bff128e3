import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isForAgent } from '../../../src/surfaces/mcp/for-agent.ts';
import { allTools, createToolbox, listTools } from '../../../src/surfaces/mcp/tool-list.ts';
import { loadPublicApi, type Rights } from '../../../src/surfaces/public-api/index.ts';
import { quickRuns, seedOf } from '../../support/runs.ts';

const { operations } = await loadPublicApi(
  new URL('../../../openapi/bundled/public-v1.json', import.meta.url),
);
const everything = allTools(operations).map(({ view }) => view.name);
const scopes = [...new Set(operations.map(({ scope }) => scope ?? 'none'))].filter(
  (scope) => scope !== 'none',
);

const scope = fc.constantFrom(...scopes).map((one) => {
  const [resource = '', permission = ''] = one.split(':');
  return { resource, permissions: [permission] };
});
const severities = fc.subarray(['Minor', 'Warning', 'Critical'] as const);
const key = fc.record({
  kind: fc.constantFrom('organization' as const, 'personal' as const, 'agent' as const),
  teamIds: fc.option(fc.array(fc.uuid(), { maxLength: 2 })),
  scopes: fc.option(fc.array(scope, { maxLength: 20 })),
  agent: fc.option(
    fc.record({
      ownerId: fc.uuid(),
      mayAcknowledge: severities,
      mayResolve: severities,
      readsPayloads: fc.boolean(),
    }),
  ),
});
const rights: fc.Arbitrary<Rights> = fc.record({
  key: fc.option(key),
  plan: fc.constantFrom('STANDARD', 'PRO', 'ENTERPRISE'),
  organizationRole: fc.option(fc.constantFrom('Member', 'Administrator', 'Owner')),
});
const all = { groups: null, readsOnly: false };
const toolbox = createToolbox(operations);
const namesFor = (of: Rights) => listTools(toolbox, of, all).map(({ name }) => name);

/** Law: `tools/list` is a function of the rights alone, in an order of its own. */
it('the list of tools follows from the rights: the same for the same, and never out of order', () => {
  fc.assert(
    fc.property(rights, (one) => {
      const names = namesFor(one);
      expect(namesFor(structuredClone(one))).toEqual(names);
      expect(everything.filter((name) => names.includes(name))).toEqual(names);
    }),
    { numRuns: quickRuns(3000), seed: seedOf(3) },
  );
});

it('a tool is listed exactly where its operation may be asked for', () => {
  fc.assert(
    fc.property(rights, (one) => {
      const listed = namesFor(one).filter((name) => toolbox.byTool.has(name));
      const asked = operations.filter(({ tool }) => tool).filter((of) => isForAgent(of, one));
      expect(listed.toSorted()).toEqual(asked.map(({ tool }) => tool?.name).toSorted());
    }),
    { numRuns: quickRuns(3000), seed: seedOf(4) },
  );
});

it('more scopes never take a tool away, and no key but an agent’s acts', () => {
  fc.assert(
    fc.property(rights, scope, (one, more) => {
      const names = namesFor(one);
      if (one.key?.kind !== 'agent') expect(names).not.toContain('act_on_incident');
      if (!one.key?.scopes) return;
      const wider = { ...one, key: { ...one.key, scopes: [...one.key.scopes, more] } };
      expect(namesFor(wider)).toEqual(expect.arrayContaining(names));
    }),
    { numRuns: quickRuns(3000), seed: seedOf(5) },
  );
});
