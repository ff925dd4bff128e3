import { useKept } from '../draft/use-kept.ts';
import { Later, later } from '../later/index.ts';
import type { CoverInput } from './use-cover.ts';

const AskForCoverDialog = later(() => import('./ask-for-cover.tsx'));

interface Times {
  start: string | null;
  end: string | null;
}

/** A request before it is written: times may be missing. */
export interface CoverDraft
  extends Omit<CoverInput, 'kind' | 'start' | 'end' | 'gives' | 'message'>,
    Times {
  /** The shift that is given in return; null or left out: nothing. */
  gives?: Times | null;
}

/** The request that somebody is writing on this page; null: none. It comes back with the tab. */
export function useCoverDraft() {
  return useKept<CoverDraft | null>('cover request', null, { isOfTab: true });
}

export interface AskForCoverProps {
  draft: CoverDraft;
  onChange: (draft: CoverDraft) => void;
  zone: string;
  /** A person who does not administer the team asks for themselves only. */
  onlySelf: boolean;
  onClose: () => void;
}

/** Asks others to take a shift; loaded when somebody does. */
export function AskForCover(props: AskForCoverProps) {
  return (
    <Later onMissing={props.onClose}>
      <AskForCoverDialog {...props} />
    </Later>
  );
}
