import { Alert, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useMe } from '../api/session.tsx';
import { announce } from '../parts/announce.ts';
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
  const isOffline = since !== null;
  const wasOffline = useRef(false);
  useEffect(() => {
    // Not with each minute that it lasts.
    if (isOffline !== wasOffline.current) announce(isOffline ? t.begins : t.ends);
    wasOffline.current = isOffline;
  }, [isOffline, t]);
  if (since === null) return null;
  return (
    <Alert color="orange" mb="md" role="group">
      <Text size="sm">
        {t.offline(relative(since - Date.now(), language), formatMoment(new Date(since), language))}
      </Text>
    </Alert>
  );
}
