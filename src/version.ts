import { readFileSync } from 'node:fs';

const description = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

/** Version of this program, as it is released. */
export const { version } = JSON.parse(description) as { version: string };
