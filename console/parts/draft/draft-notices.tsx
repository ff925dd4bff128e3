import { ProblemNotice } from '../problem-notice.tsx';
import { BackNotice } from './back-notice.tsx';
import { ConflictNotice, type ConflictNoticeProps } from './conflict-notice.tsx';
import type { Draft } from './use-draft.ts';

/** The notices about a draft, above the button that saves it. */
export function DraftNotices<Value extends object>({
  draft,
  describe,
}: Pick<ConflictNoticeProps, 'describe'> & { draft: Draft<Value> }) {
  const { back, error, conflict, discard } = draft;
  return (
    <>
      <BackNotice back={back} />
      {error !== null && <ProblemNotice error={error} />}
      {conflict && <ConflictNotice conflict={conflict} discard={discard} describe={describe} />}
    </>
  );
}
