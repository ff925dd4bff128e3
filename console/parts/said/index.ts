export type { Sentence } from './in-german.ts';
export { Said } from './said.tsx';
