import { type ComponentProps, useState } from 'react';

/**
 * The element of every button of the library, which disables it while it is loading. A disabled element loses the
 * focus, and whoever presses by keyboard their place: while this one has the focus it keeps it, and takes no press.
 */
export function ButtonElement(props: ComponentProps<'button'>) {
  const { type = 'button', disabled = false, onClick, onFocus, onBlur, ...others } = props;
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = disabled && hasFocus;
  return (
    <button
      {...others}
      type={type}
      disabled={disabled && !hasFocus}
      aria-disabled={isHeld || others['aria-disabled']}
      onClick={isHeld ? (event) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setHasFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // People who look at another window come back to it.
        setHasFocus(document.activeElement === event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
}
