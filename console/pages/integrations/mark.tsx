import type { ReactNode } from 'react';

const tones = {
  bad: 'Critical',
  warning: 'Warning',
  note: 'Minor',
  good: 'Resolved',
  quiet: undefined,
} as const;

export type Tone = keyof typeof tones;

/** A few words on a ground of their own, in the shades of severities. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tones[tone]}>
      {children}
    </span>
  );
}
