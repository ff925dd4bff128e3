import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { cleanText } from '../../parts/clean-text.ts';
import {
  type Incident,
  nameOf,
  openedAt,
  severityOf,
  statusOf,
} from '../../parts/incident-actions/incident.ts';
import { useIncidentState } from '../../parts/incident-actions/incident-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { SeverityBadge, StatusBadge } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { ActionBar } from './action-bar.tsx';
import { Attributes } from './attributes.tsx';
import { CopyActions } from './copy-actions.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';
import { Timeline } from './timeline.tsx';

// Below what is needed first, and asked for only then.
const Told = lazy(() => import('./told.tsx'));
const Related = lazy(() => import('./related.tsx'));
const Payloads = lazy(() => import('./payloads.tsx'));
const SubIncidents = lazy(() => import('./sub-incidents.tsx'));

export default function IncidentPage() {
  const { incidentId } = useParams({ from: '/incidents/$incidentId' });
  const incident = api.useQuery('get', '/incident/search/{id}', {
    params: { path: { id: incidentId } },
  });
  return <Loaded query={incident}>{(loaded) => <Shown incident={loaded} />}</Loaded>;
}

function Shown({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  return (
    <Page
      title={cleanText(incident.title)}
      above={[{ title: t.incidents, to: '/' }]}
      mark={
        <>
          <SeverityBadge severity={severityOf(incident)} />
          <StatusBadge status={statusOf(incident)} />
        </>
      }
      lead={<Facts incident={incident} />}
      actions={<CopyActions incident={incident} />}
    >
      <ActionBar incident={incident} />
      <div className="incident-columns">
        <div className="incident-column">
          <Section title={t.attributes}>
            <Attributes incidentId={incident.id} attributes={incident.attributes} />
          </Section>
          {incident.subIncidents.length > 0 && (
            <Suspense>
              <SubIncidents incident={incident} />
            </Suspense>
          )}
          <Section title={t.timeline} className="incident-timeline">
            <Timeline events={incident.events} />
          </Section>
        </div>
        <div className="incident-column">
          <Suspense>
            <Told incident={incident} />
            <Related incidentId={incident.id} />
            <Payloads incident={incident} />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}

/** Since when, whose, and whether anybody looks after it. */
function Facts({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const stateOf = useIncidentState();
  const { teams, integration, sourceUser, onCallUsers, services } = incident;
  const isOpen = statusOf(incident) === 'Open';
  const origin = integration
    ? t.via(integration.displayName)
    : sourceUser && t.by(nameOf(sourceUser) ?? t.formerPerson);
  const onCall = onCallUsers.map((user) => nameOf(user)).filter((name) => name !== null);
  return (
    <span className="incident-facts">
      <Text
        span
        className="incident-words"
        data-urgent={(isOpen && incident.unattended && !incident.snoozed) || undefined}
      >
        {stateOf(incident)}
      </Text>
      <span>
        {t.since} <Moment at={openedAt(incident)} />
        {origin && ` ${origin}`}
      </span>
      {teams.length > 0 && <span>{teams.map((team) => team.displayName).join(', ')}</span>}
      {isOpen && teams.length > 0 && (
        <span>{onCall.length > 0 ? t.onCall(onCall.join(', ')) : t.nobodyOnCall}</span>
      )}
      {services.length > 0 && (
        <span>{t.services(services.map((service) => service.displayName).join(', '))}</span>
      )}
    </span>
  );
}
