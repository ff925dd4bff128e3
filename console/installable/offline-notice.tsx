import { Alert, Text } from '@mantine/core';
import { useMe } from '../api/session.tsx';
import { formatMoment, relative } from '../parts/moment.tsx';
import { useLanguage, useTexts } from '../parts/texts.tsx';
import { useKeptSubscription } from './kept-subscription.ts';
import { useShownSince } from './offline.ts';
import { offlineTexts } from './offline-texts.ts';

/** Says that there is no connection, and how old what is shown is. Keeps the device subscribed meanwhile. */
export function OfflineNotice() {
  useKeptSubscription(useMe().person.id);
  const t = useTexts(offlineTexts);
  const { language } = useLanguage();
  const since = useShownSince();
  if (since === null) return null;
  return (
    <Alert color="orange" mb="md" role="status">
      <Text size="sm">
        {t.offline(relative(since - Date.now(), language), formatMoment(new Date(since), language))}
      </Text>
    </Alert>
  );
}
