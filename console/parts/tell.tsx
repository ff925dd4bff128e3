import { problemOf } from '../api/problem.ts';
import { announce } from './announce.ts';
import { PartMissing } from './later/index.ts';
import { showNotice } from './notices.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

/** Short messages at the edge of the page, read out by screen readers: what was done, and what was refused. */
export function useTell() {
  const t = useTexts(sharedTexts);
  const show = (message: string, tone: 'done' | 'early') => {
    showNotice({ about: message, tone, message, milliseconds: 4000 });
    announce(message);
  };
  return {
    done: (message: string = t.saved) => show(message, 'done'),
    /** Nothing was done, and why it is too early. */
    notYet: (message: string) => show(message, 'early'),
    refused(error: unknown) {
      const problem = problemOf(error);
      showNotice({
        tone: 'refused',
        title: problem ? t.refused : error instanceof PartMissing ? t.failed : t.noAnswer,
        message: <ProblemNotice error={error} title={problem?.title ?? ''} />,
        milliseconds: 15_000,
      });
    },
  };
}
