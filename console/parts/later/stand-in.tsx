import { type ReactNode, useState } from 'react';
import { Later } from './later.tsx';

export interface StandInProps {
  /** The button that asks for the rest. */
  button: (props: { onClick(): void; autoFocus: boolean; isPressed: boolean }) => ReactNode;
  /** Brings a button that looks the same, and is open. */
  children: ReactNode;
}

/** Stands in for a button with something heavy behind it until somebody presses it. */
export function StandIn({ button, children }: StandInProps) {
  const [state, setState] = useState<'untouched' | 'pressed' | 'missing'>('untouched');
  const isPressed = state === 'pressed';
  const onClick = () => setState('pressed');
  // Each state draws it anew; the focus stays with it.
  const shown = button({ onClick, autoFocus: state !== 'untouched', isPressed });
  if (!isPressed) return shown;
  return (
    <Later fallback={shown} onMissing={() => setState('missing')}>
      {children}
    </Later>
  );
}
