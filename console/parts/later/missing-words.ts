import { sharedTexts } from '../shared-texts.ts';
import { useTexts } from '../texts.tsx';
import { PartMissing } from './load-part.ts';

export interface MissingWords {
  title: string;
  /** The way out. */
  detail: string;
  /** Nothing but loading the page anew helps. */
  isOver: boolean;
}

/** Words for a part of the program that did not come; null for any other error. */
export function useMissingWords(error: unknown): MissingWords | null {
  const t = useTexts(sharedTexts);
  if (!(error instanceof PartMissing)) return null;
  const { isForNow } = error;
  return { title: t.failed, detail: isForNow ? t.partAway : t.partOver, isOver: !isForNow };
}
