import { makeBundle } from './bundle.ts';

const made = await makeBundle();
process.send?.(made, () => process.disconnect?.());
