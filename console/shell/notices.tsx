import { CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { hideNotice, type Notice, notices } from '../parts/notices.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { useShared } from '../parts/shared-value.ts';
import { useTexts } from '../parts/texts.tsx';

/** More than these wait, and their time begins later. */
const shownMax = 2;

/** Short messages at the edge of the page: what was done, and what was refused. */
export function Notices() {
  const all = useShared(notices);
  if (all.length === 0) return null;
  return (
    <div className="notices">
      {all.slice(0, shownMax).map((notice) => (
        <Shown key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Shown({ notice: { id, tone, title, message, milliseconds } }: { notice: Notice }) {
  const t = useTexts(sharedTexts);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    // Nothing goes while somebody points at it, or is about to press what is in it.
    if (isHeld || milliseconds === null) return undefined;
    const timer = setTimeout(() => hideNotice(id), milliseconds);
    return () => clearTimeout(timer);
  }, [id, isHeld, milliseconds]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  return (
    <div
      className="notice"
      data-tone={tone}
      // Read out by what is in it, not once more as a whole.
      role="log"
      aria-live="off"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className="notice-body">
        {title && <b>{title}</b>}
        {message}
      </div>
      <CloseButton iconSize={16} aria-label={t.close} onClick={() => hideNotice(id)} />
    </div>
  );
}
