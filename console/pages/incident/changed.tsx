import { Text } from '@mantine/core';
import { useMayAdminister } from '../../api/session.tsx';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useSurroundings } from './loading.ts';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

/** What began or ended before it, and what else is broken now. */
export function Changed({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const surroundings = useSurroundings(incident.id);
  // Only administrators of the whole organization see the audit log.
  const mayAudit = useMayAdminister();
  return (
    <Section title={t.changed}>
      <Loaded query={surroundings} lines={2}>
        {({ changes, open, hasMoreOpen }) => (
          <>
            {changes.length === 0 && open.length === 0 && (
              <Text size="sm" c="dimmed">
                {t.changedNothing}
              </Text>
            )}
            {changes.length > 0 && (
              <ul className="told">
                {changes.map(({ kind, id, at, displayName, integration }) => (
                  <li key={`${kind} ${id}`}>
                    <Text size="sm" className="breaks-anywhere">
                      <b>{integration?.displayName ?? t.changes[kind]}</b>{' '}
                      {kind === 'Delivery' ? (
                        <TextLink to="/incidents/$incidentId" params={{ incidentId: id }}>
                          {displayName}
                        </TextLink>
                      ) : (
                        displayName
                      )}{' '}
                      <Text span c="dimmed" size="sm">
                        <Moment at={at} absolute />
                      </Text>
                    </Text>
                  </li>
                ))}
              </ul>
            )}
            {open.length > 0 && (
              <>
                <h3 className="attributes-head">{t.alsoOpen}</h3>
                <ul className="plain-list also-open">
                  {open.map((one) => (
                    <li key={one.id}>
                      <SeverityBadge severity={one.severity} />{' '}
                      <TextLink to="/incidents/$incidentId" params={{ incidentId: one.id }}>
                        {one.title}
                      </TextLink>{' '}
                      <Text span c="dimmed" size="sm">
                        <Moment at={one.createdAt} />
                      </Text>
                    </li>
                  ))}
                </ul>
                {hasMoreOpen && (
                  <Text size="sm" c="dimmed" mt="xs">
                    {t.alsoOpenMore}
                  </Text>
                )}
              </>
            )}
            {mayAudit && incident.integration && (
              <Text size="sm" mt="xs">
                <TextLink to="/audit-log" search={{ object: incident.integration.id }}>
                  {t.audited}
                </TextLink>
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
