import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

/**
 * For choices that may be empty: a button that empties them, by its name and by the keyboard, too. The library's own is
 * for the mouse only.
 */
export function useClear() {
  const t = useTexts(sharedTexts);
  return (label: string) => ({
    clearable: true,
    clearButtonProps: { 'aria-label': t.clear(label), 'aria-hidden': false, tabIndex: 0 },
  });
}
