import { Notifications } from '@mantine/notifications';

/** The messages in the corner, which wait for it: nobody has done anything before the first page is there. */
export default function Toasts() {
  return <Notifications position="bottom-center" limit={2} />;
}
