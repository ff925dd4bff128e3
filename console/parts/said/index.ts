export { inGerman } from './in-german.ts';
export { Said } from './said.tsx';
export { sentences } from './sentences.ts';
