/** Shifts that somebody asks others to take: the dialog that asks, and rows with their answers. */
export { AskForCover, type CoverDraft, useCoverDraft } from './ask.tsx';
export { CoverActions, CoverTimes, CoverWhat } from './cover-row.tsx';
export { coverTexts } from './texts.ts';
export type { CoverRequest } from './use-cover.ts';
