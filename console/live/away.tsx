import { Alert, Anchor, List } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../api/client.ts';
import { regional } from '../parts/language.ts';
import { StatusBadge } from '../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../parts/texts.tsx';
import { liveTexts } from './texts.ts';

/** Who looks away for less has seen it. */
const awayMilliseconds = 60_000;
const shownMax = 5;

interface News {
  since: number;
  incidents: components['schemas']['Incident'][];
  hasMore: boolean;
}

/** What changed while the tab was in the background or the device asleep. */
export default function Away() {
  const t = useTexts(liveTexts);
  const { language } = useLanguage();
  const [news, setNews] = useState<News | null>(null);
  useEffect(() => {
    let hiddenAt: number | null = null;
    const onChange = async () => {
      if (document.visibilityState === 'hidden') {
        hiddenAt ??= Date.now();
        return;
      }
      const since = hiddenAt;
      hiddenAt = null;
      if (since === null || Date.now() - since < awayMilliseconds) return;
      const { data } = await publicApi.GET('/incident/search/changes', {
        params: { query: { Since: new Date(since).toISOString(), Limit: 50 } },
      });
      if (data && data.incidents.length > 0) setNews({ since, ...data });
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  if (!news) return null;
  const { since, incidents, hasMore } = news;
  const time = new Intl.DateTimeFormat(regional(language), { timeStyle: 'short' }).format(since);
  const rest = incidents.length - shownMax;
  return (
    <Alert
      color="blue"
      mb="md"
      withCloseButton
      closeButtonLabel={t.dismiss}
      onClose={() => setNews(null)}
      title={t.away(t.incidents(incidents.length, hasMore), time)}
      role="status"
    >
      <List size="sm" spacing={4}>
        {incidents
          .toReversed()
          .slice(0, shownMax)
          .map(({ id, title, events: [last] }) => (
            <List.Item key={id} className="breaks-anywhere">
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/incidents/$incidentId" params={{ incidentId: id }} {...props} />
                )}
              >
                {title}
              </Anchor>{' '}
              {last && <StatusBadge status={last.status} />}
            </List.Item>
          ))}
        {rest > 0 && <List.Item>{t.andMore(rest)}</List.Item>}
      </List>
    </Alert>
  );
}
