import { useParams } from '@tanstack/react-router';
import { LoadedPage } from '../../parts/loaded.tsx';
import { formatMoment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { ReplayView, StateBadge, texts, useReplay } from '../../parts/replays/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { noiseTexts } from './noise-texts.ts';
import { NoiseView } from './noise-view.tsx';

/** A change that was tried on the past, with what it would have done; or what woke people. */
export default function ReplayPage() {
  const t = useTexts(texts);
  const noise = useTexts(noiseTexts);
  const { language } = useLanguage();
  const { id } = useParams({ from: '/on-call/replays/$id' });
  const replay = useReplay(id);
  return (
    <LoadedPage query={replay}>
      {(found) => (
        <Page
          title={(found.noise ? noise.reportOf : t.replayOf)(
            formatMoment(new Date(found.createdAt), language),
          )}
          mark={<StateBadge {...found} />}
          above={[
            { title: t.onCall, to: '/on-call' },
            { title: t.title, to: '/on-call/replays' },
          ]}
        >
          {found.noise ? (
            <NoiseView replay={found} noise={found.noise} />
          ) : (
            <ReplayView replay={found} />
          )}
        </Page>
      )}
    </LoadedPage>
  );
}
