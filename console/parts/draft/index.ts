export { BackNotice } from './back-notice.tsx';
export { ConflictNotice, type ConflictNoticeProps, type Described } from './conflict-notice.tsx';
export { DraftNotices } from './draft-notices.tsx';
export { forgetDraftsOfOthers } from './kept.ts';
export { mergeChanges } from './merge.ts';
export { type Draft, useDraft } from './use-draft.ts';
export { type Back, useForgetKept, useIsKept, useKept } from './use-kept.ts';
