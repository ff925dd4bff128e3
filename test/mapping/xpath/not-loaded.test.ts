import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const index = new URL('../../../src/mapping/index.ts', import.meta.url).href;
const program = `
const { compileMapping, loadXPath, xPathMemoryBytes } = await import(${JSON.stringify(index)});
const compile = (step) => compileMapping({ attributes: [{ name: 'A', mappings: [step] }] }).ok;
const before = { bytes: xPathMemoryBytes(), compiles: compile({ jsonPath: '$.a' }), refusal: null };
try { compile({ xPath: '//a' }); } catch (error) { before.refusal = error.message; }
await Promise.all([loadXPath(), loadXPath()]);
const after = { bytes: xPathMemoryBytes(), compiles: compile({ xPath: '//a' }) };
console.log(JSON.stringify({ before, after }));`;

// In a process of its own: other files of this one have loaded the engine.
it('the XPath engine costs nothing until it is loaded, and an xPath step says what to do', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  const { before, after } = JSON.parse(stdout);
  expect(before).toEqual({
    bytes: 0,
    compiles: true,
    refusal: expect.stringContaining('await loadXPath()'),
  });
  expect(after).toMatchObject({ compiles: true });
  expect(after.bytes).toBeGreaterThan(0);
});
