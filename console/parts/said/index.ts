export { Said, useSaid } from './said.tsx';
export type { Sentence } from './say-in.ts';
