import { useEffect, useRef, useState } from 'react';

/**
 * A menu that is loaded when somebody presses its button, and opens as soon as it is there. The button takes the focus
 * first, from the one that stood in for it: the menu gives the focus back to what had it when it opened. `toggle`: for
 * the button of a popover, which does not press itself as that of a menu does.
 */
export function useOpensAtOnce() {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, onChange] = useState(false);
  useEffect(() => {
    target.current?.focus();
    onChange(true);
  }, []);
  const toggle = () => onChange((is) => !is);
  return { target, toggle, menu: { opened, onChange, returnFocus: true } };
}
