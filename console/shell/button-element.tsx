import type { ComponentProps } from 'react';

export interface ButtonElementProps extends ComponentProps<'button'> {
  /** What the button does goes on. */
  'data-loading'?: boolean;
}

/**
 * The element of every button of the library, which disables it while it is loading. A disabled element loses the
 * focus, and whoever presses by keyboard their place: this one keeps it, and takes no further press.
 */
export function ButtonElement({ type = 'button', disabled, onClick, ...props }: ButtonElementProps) {
  const isLoading = props['data-loading'] ?? false;
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isLoading}
      aria-disabled={isLoading || props['aria-disabled']}
      onClick={isLoading ? (event) => event.preventDefault() : onClick}
    />
  );
}
