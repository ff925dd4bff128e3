import { VisuallyHidden } from '@mantine/core';
import { useAnnouncements } from '../parts/announce.ts';

/** The one place of the page that is read out by itself. It is there before anything is said, or nothing would be. */
export function Announcements() {
  const said = useAnnouncements();
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-atomic={false} className="announcements">
      {said.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </VisuallyHidden>
  );
}
