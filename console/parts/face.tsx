import { Icon, type IconName } from './icon.tsx';
import { initialsOf } from './initials.ts';

/** How many tones there are in parts.css. */
const tones = 8;

/**
 * Somebody's initials, always in the same tone: who it is at a glance. Decoration, like an icon: the name stands beside
 * it, or in `title`.
 */
export function Face({
  name,
  size = 28,
  title,
}: {
  /** Null: nobody. */
  name: string | null;
  size?: number;
  title?: string;
}) {
  const label =
    title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title };
  return (
    <span
      {...label}
      className="face"
      title={title}
      data-tone={name === null ? 'nobody' : toneOf(name)}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
    >
      {name === null ? '?' : initialsOf(name)}
    </span>
  );
}

/** In its place for a program, which is nobody. */
export function ProgramFace({ icon, size = 28 }: { icon: IconName; size?: number }) {
  return (
    <span className="face" data-tone="tool" aria-hidden style={{ width: size, height: size }}>
      <Icon name={icon} size={Math.round(size * 0.55)} />
    </span>
  );
}

function toneOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % tones;
}
