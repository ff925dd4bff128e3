import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it before a dialog that is drawn only while it is open: the library does it for
 * dialogs that stay.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Nothing else has taken it meanwhile.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
