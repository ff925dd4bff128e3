import { Notifications } from '@mantine/notifications';

/** Where short messages are shown. */
export default function NoticeCorner() {
  return <Notifications position="bottom-center" limit={2} />;
}
