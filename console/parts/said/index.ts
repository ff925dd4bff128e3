export type { Sentence } from './in-german.ts';
export { Said, useSaid } from './said.tsx';
