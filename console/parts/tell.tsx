import { notifications } from '@mantine/notifications';
import { problemOf } from '../api/problem.ts';
import { announce, quietly } from './announce.ts';
import { PartMissing } from './later/index.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

/** Short messages in the corner, read out by screen readers: what was done, and what was refused. */
export function useTell() {
  const t = useTexts(sharedTexts);
  const closeButtonProps = { 'aria-label': t.close };
  const show = (message: string, color: string) => {
    // Said again, it replaces what is still there.
    notifications.hide(message);
    notifications.show({
      ...quietly,
      id: message,
      message,
      color,
      autoClose: 4000,
      closeButtonProps,
    });
    announce(message);
  };
  return {
    done: (message: string = t.saved) => show(message, 'teal'),
    /** Nothing was done, and why it is too early. */
    notYet: (message: string) => show(message, 'yellow'),
    refused(error: unknown) {
      const problem = problemOf(error);
      notifications.show({
        ...quietly,
        title: problem ? t.refused : error instanceof PartMissing ? t.failed : t.noAnswer,
        message: <ProblemNotice error={error} title={problem?.title ?? ''} />,
        color: 'red',
        autoClose: 15_000,
        closeButtonProps,
      });
    },
  };
}
