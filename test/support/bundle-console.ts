import { createLog } from '../../src/kernel/index.ts';
import { loadBundle } from '../../src/surfaces/console/app/kept-bundle.ts';
import { packed } from '../../src/surfaces/console/app/packed-files.ts';

/** Bundles and packs the console before the tests start many servers, each of which would do it for itself. */
const { files, script, style } = await loadBundle(createLog('warn'));
for (const name of [script, style]) await packed(files.get(name) ?? new Uint8Array()).in('br');
