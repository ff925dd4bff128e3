import { expect, it, vi } from 'vitest';

const mapping = (step: object) => ({ attributes: [{ name: 'A', mappings: [step] }] });

it('the XPath engine costs nothing until it is loaded, and an xPath step says what to do', async () => {
  // Other files of this worker have loaded it.
  vi.resetModules();
  const { compileMapping, loadXPath, xPathMemoryBytes } = await import(
    '../../../src/mapping/index.ts'
  );
  expect(xPathMemoryBytes()).toBe(0);
  expect(compileMapping(mapping({ jsonPath: '$.a' })).ok).toBe(true);
  expect(() => compileMapping(mapping({ xPath: '//a' }))).toThrow('await loadXPath()');
  await Promise.all([loadXPath(), loadXPath()]);
  expect(compileMapping(mapping({ xPath: '//a' })).ok).toBe(true);
  expect(xPathMemoryBytes()).toBeGreaterThan(0);
});
