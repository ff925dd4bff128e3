import { useEffect, useState } from 'react';
import { publicApi } from '../api/client.ts';
import { Later, later } from '../parts/later/index.ts';
import type { AwayNews } from './away-notice.tsx';

/** Who looks away for less has seen it. */
const awayMilliseconds = 60_000;

// Few have been away, and the first page does not wait for it.
const AwayNotice = later(() => import('./away-notice.tsx'));

/** Tells which incidents changed while the tab was in the background or the device asleep. */
export function Away() {
  const [news, setNews] = useState<AwayNews | null>(null);
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
      // The network may come back later than the device.
      const params = { query: { Since: new Date(since).toISOString(), Limit: 50 } };
      const { data } = await publicApi
        .GET('/incident/search/changes', { params })
        .catch(() => ({ data: undefined }));
      if (!data) hiddenAt = since;
      else if (data.incidents.length > 0) setNews({ since, ...data });
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  if (!news) return null;
  return (
    <Later>
      <AwayNotice news={news} onClose={() => setNews(null)} />
    </Later>
  );
}
