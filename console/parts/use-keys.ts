import { useEffect, useRef } from 'react';

/**
 * Single keys, by what they write rather than where they are: `/` and `?` need Shift on some keyboards. They are left
 * alone while somebody types, and while a dialog or a menu is open.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      const own = event.key === 'Enter' ? `${ownKeys}, ${pressed}` : ownKeys;
      if (target instanceof HTMLElement && target.closest(own) !== null) return;
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
      const work = current.current[event.key];
      if (!work) return;
      event.preventDefault();
      work();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const ownKeys =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="listbox"]';

/** Enter presses these. */
const pressed = 'a, button, summary';
