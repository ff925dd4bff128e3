export { BackNotice } from './back-notice.tsx';
export { ConflictNotice, type ConflictNoticeProps } from './conflict-notice.tsx';
export { mergeChanges } from './merge.ts';
export { type Draft, isConflict, useDraft } from './use-draft.ts';
