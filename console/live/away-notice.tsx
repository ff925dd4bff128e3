import { Alert, Anchor, List } from '@mantine/core';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import { useSay } from '../parts/announce.ts';
import { linkTo } from '../parts/link-to.tsx';
import { formatTimeOfDay } from '../parts/moment.tsx';
import { StatusBadge } from '../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../parts/texts.tsx';
import { liveTexts } from './texts.ts';

const shownMax = 5;

export interface AwayNews {
  since: number;
  incidents: components['schemas']['Incident'][];
  hasMore: boolean;
}

/** The incidents that changed since then, and the way to them. */
export default function AwayNotice({ news, onClose }: { news: AwayNews; onClose: () => void }) {
  const t = useTexts(liveTexts);
  const { language } = useLanguage();
  const { since, incidents, hasMore } = news;
  const time = formatTimeOfDay(since, language);
  const rest = incidents.length - shownMax;
  const title = t.away(t.incidents(incidents.length, hasMore), time);
  useSay(title);
  return (
    <Alert
      color="blue"
      mb="md"
      withCloseButton
      closeButtonLabel={t.dismiss}
      onClose={onClose}
      title={title}
      role="group"
    >
      <List size="sm" spacing={4}>
        {incidents
          .toReversed()
          .slice(0, shownMax)
          .map(({ id, title, events: [last] }) => (
            <List.Item key={id} className="breaks-anywhere">
              <Anchor
                size="sm"
                renderRoot={linkTo({ to: '/incidents/$incidentId', params: { incidentId: id } })}
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
