import { useEffect, useRef } from 'react';
import { announce } from '../../parts/announce.ts';
import { type Incident, severityOf, statusOf } from '../../parts/incident-actions/incident.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** From the first of some new ones; those of a flood are counted. */
const gatherMilliseconds = 1000;
const pauseMilliseconds = 10_000;

/** Says which incidents have come into the list by themselves: one by its title, several by their number. */
export function useSayNew(list: string, incidents: readonly Incident[] | undefined): void {
  const t = useTexts(texts);
  const severities = useSeverityTexts();
  const seen = useRef({ list: '', ids: new Set<string>(), since: '' });
  const fresh = useRef(new Map<string, Incident>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const quietUntil = useRef(0);

  const say = useRef(() => {});
  say.current = () => {
    timer.current = undefined;
    const [first, ...others] = fresh.current.values();
    fresh.current.clear();
    if (!first) return;
    quietUntil.current = Date.now() + pauseMilliseconds;
    announce(
      others.length === 0
        ? t.newOne(severities[severityOf(first)], first.title)
        : t.newOnes(others.length + 1),
    );
  };

  useEffect(() => {
    if (!incidents) return;
    const known = seen.current;
    if (known.list !== list) {
      // Nothing of another list is news.
      seen.current = {
        list,
        ids: new Set(incidents.map(({ id }) => id)),
        since: latestOf(incidents),
      };
      fresh.current.clear();
      return;
    }
    for (const incident of incidents) {
      // Older ones have come back, or up from the next page.
      const isNews = (incident.createdAt ?? '') >= known.since && !known.ids.has(incident.id);
      if (isNews && statusOf(incident) === 'Open') fresh.current.set(incident.id, incident);
      known.ids.add(incident.id);
    }
    if (fresh.current.size === 0 || timer.current !== undefined) return;
    const wait = Math.max(gatherMilliseconds, quietUntil.current - Date.now());
    timer.current = setTimeout(() => say.current(), wait);
  }, [list, incidents]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

function latestOf(incidents: readonly Incident[]): string {
  const begun = incidents.map(({ createdAt }) => createdAt ?? '');
  return begun.toSorted().at(-1) ?? '';
}
