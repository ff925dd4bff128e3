import { expect, it } from 'vitest';
import { compileMapping, loadXPath, xPathMemoryBytes } from '../../../src/mapping/index.ts';

const mapping = (step: object) => ({ attributes: [{ name: 'A', mappings: [step] }] });

it('the XPath engine costs nothing until it is loaded, and an xPath step says what to do', async () => {
  expect(xPathMemoryBytes()).toBe(0);
  expect(compileMapping(mapping({ jsonPath: '$.a' })).ok).toBe(true);
  expect(() => compileMapping(mapping({ xPath: '//a' }))).toThrow('await loadXPath()');
  await Promise.all([loadXPath(), loadXPath()]);
  expect(compileMapping(mapping({ xPath: '//a' })).ok).toBe(true);
  expect(xPathMemoryBytes()).toBeGreaterThan(0);
});
