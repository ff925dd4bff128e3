import type { PublicState } from './states.ts';
import type { StatusPage } from './status-pages.ts';

export type PageLanguage = 'en' | 'de';

/** The words for states where the page has none of its own. */
const usual: Readonly<Record<PageLanguage, Readonly<Record<PublicState, string>>>> = {
  en: {
    operational: 'Operational',
    maintenance: 'Under maintenance',
    Minor: 'Degraded performance',
    Warning: 'Partial outage',
    Critical: 'Major outage',
  },
  de: {
    operational: 'Verfügbar',
    maintenance: 'In Wartung',
    Minor: 'Eingeschränkt',
    Warning: 'Teilweise gestört',
    Critical: 'Gestört',
  },
};

/** The name of a state on the page. Pure. */
export function stateWord(
  { wire }: Pick<StatusPage, 'wire'>,
  state: PublicState,
  language: PageLanguage,
): string {
  const own: Readonly<Partial<Record<PublicState, string | null>>> = {
    Minor: wire.publicSeverityMappingMinor,
    Warning: wire.publicSeverityMappingWarning,
    Critical: wire.publicSeverityMappingCritical,
  };
  return own[state]?.trim() || usual[language][state];
}
