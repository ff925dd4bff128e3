import { useTexts } from '../texts.tsx';
import { texts } from './texts.ts';
import type { ReplayKind, ReplaySummary } from './types.ts';

const tones: Record<ReplaySummary['state'], string> = {
  Waiting: 'none',
  Running: 'Minor',
  Done: 'Resolved',
  Stopped: 'Warning',
  Cancelled: 'none',
};

export function StateBadge({ state, progress }: Pick<ReplaySummary, 'state' | 'progress'>) {
  const t = useTexts(texts);
  return (
    <span className="badge" data-tone={tones[state]}>
      {t.states[state]}
      {state !== 'Done' && state !== 'Waiting' && ` · ${Math.floor(100 * progress)} %`}
    </span>
  );
}

const grave: readonly ReplayKind[] = ['NobodyNow', 'NotOpened', 'MappingFails'];
const late: readonly ReplayKind[] = ['Later', 'OtherPeople', 'OtherTeam', 'OtherSeverity'];

export function KindBadges({ kinds }: Pick<ReplaySummary, 'kinds'>) {
  const t = useTexts(texts);
  return kinds.map(({ kind, count }) => (
    <span
      key={kind}
      className="badge"
      data-tone={grave.includes(kind) ? 'Critical' : late.includes(kind) ? 'Warning' : 'none'}
    >
      {count} × {t.kinds[kind]}
    </span>
  ));
}
