/**
 * Parts of the program that are loaded when they are needed, and what people see and hear where they do not come. No
 * other file of the console uses `lazy`, `Suspense` or a bare import, except for German, which a page waits for.
 */
export { Later, later } from './later.tsx';
export { loadPart, PartMissing } from './load-part.ts';
export { LoadAgain } from './missing.tsx';
export { useMissingWords } from './missing-words.ts';
export { StandIn } from './stand-in.tsx';
