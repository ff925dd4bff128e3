import { useRef } from 'react';

/**
 * The buttons of a list stay where they are while what they move goes on: the focus follows it to its new place, so
 * that pressing again moves the same.
 */
export function usePlaceFocus() {
  const ref = useRef<HTMLDivElement>(null);
  return {
    ref,
    follow(to: number) {
      const pressed = document.activeElement;
      const own = ref.current;
      const list = own?.closest('[data-list]');
      if (!own || !list || !(pressed instanceof HTMLElement)) return;
      const at = [...own.children].indexOf(pressed);
      requestAnimationFrame(() => {
        const there = [...list.querySelectorAll(`[data-place="${to}"]`)].find(
          (one) => one.closest('[data-list]') === list,
        );
        const buttons = [...(there?.querySelectorAll('button') ?? [])];
        const usable = buttons.filter((one) => !one.matches(':disabled, [aria-disabled=true]'));
        // At the end of the list it can only go back.
        (usable.find((one) => one === buttons[at]) ?? usable[0])?.focus();
      });
    },
  };
}
