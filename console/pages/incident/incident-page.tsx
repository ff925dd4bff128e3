import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMe } from '../../api/session.tsx';
import { announce } from '../../parts/announce.ts';
import { formatDuration } from '../../parts/duration.ts';
import { isQuiet, isUntaken } from '../../parts/incident-actions/holder.ts';
import {
  type Incident,
  nameOf,
  openedAt,
  severityOf,
  statusOf,
} from '../../parts/incident-actions/incident.ts';
import { useIncidentState } from '../../parts/incident-actions/incident-state.tsx';
import { LoadedPage, Waiting } from '../../parts/loaded.tsx';
import { formatMoment, Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { ActionBar } from './action-bar.tsx';
import { Attributes } from './attributes.tsx';
import { Caller } from './caller.tsx';
import { Changed } from './changed.tsx';
import { CopyActions } from './copy-actions.tsx';
import { Guides } from './guides.tsx';
import { useIncident } from './loading.ts';
import { Parts } from './parts.tsx';
import { Payloads } from './payloads.tsx';
import { Related } from './related.tsx';
import { Section } from './section.tsx';
import { SubIncidents } from './sub-incidents.tsx';
import { texts } from './texts.ts';
import { Timeline } from './timeline.tsx';
import { Who } from './who.tsx';

export default function IncidentPage() {
  const { incidentId } = useParams({ from: '/incidents/$incidentId' });
  return <Known key={incidentId} incidentId={incidentId} />;
}

function Known({ incidentId }: { incidentId: string }) {
  const { incident, isWhole } = useIncident(incidentId);
  return (
    <LoadedPage query={incident}>
      {(loaded) => <Shown incident={loaded} isWhole={isWhole} />}
    </LoadedPage>
  );
}

/**
 * In the order in which a woken person asks: what is broken and since when, who has it and who is next, what changed,
 * what ended it last time; then what happened, and only then everything that the alert says.
 */
function Shown({ incident, isWhole }: { incident: Incident; isWhole: boolean }) {
  const t = useTexts(texts);
  useSayState(incident);
  return (
    <Page
      title={incident.title}
      above={[{ title: t.incidents, to: '/' }]}
      mark={<SeverityBadge severity={severityOf(incident)} />}
      lead={<Facts incident={incident} />}
      actions={<CopyActions incident={incident} />}
    >
      <Guides incident={incident} />
      <ActionBar incident={incident} />
      {isWhole ? <Columns incident={incident} /> : <Waiting lines={12} />}
    </Page>
  );
}

/** Says what becomes of it by others; what people do themselves they are told by its button. */
function useSayState(incident: Incident): void {
  const stateOf = useIncidentState();
  const { person } = useMe();
  const state = stateOf(incident);
  const before = useRef(state);
  const isOwn = incident.events[0]?.modification.user?.id === person.id;
  useEffect(() => {
    if (state !== before.current && !isOwn) announce(state);
    before.current = state;
  }, [state, isOwn]);
}

/** The columns, which come in one step, so that nothing moves. */
function Columns({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  return (
    <div className="incident-columns">
      <div className="incident-column">
        <Who incident={incident} />
        <SubIncidents incident={incident} />
        <Parts incident={incident} />
        <Changed incident={incident} />
        <Related incident={incident} />
        <Section title={t.timeline}>
          <Timeline events={incident.events} />
        </Section>
      </div>
      <div className="incident-column">
        <Caller incident={incident} />
        <Section title={t.attributes}>
          <Attributes incidentId={incident.id} attributes={incident.attributes} />
        </Section>
        <Payloads incident={incident} />
      </div>
    </div>
  );
}

/** Where it stands, since when, and whose it is. */
function Facts({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const stateOf = useIncidentState();
  const { language } = useLanguage();
  const { teams, integration, sourceUser, services, events } = incident;
  const isOpen = statusOf(incident) === 'Open';
  const origin = integration
    ? t.via(integration.displayName)
    : sourceUser && t.by(nameOf(sourceUser) ?? t.formerPerson);
  const opened = openedAt(incident);
  const end = events.find(({ modification }) => modification.intent === 'Resolved');
  const lasted =
    end && formatDuration(Date.parse(end.modification.timestamp) - Date.parse(opened), language);
  return (
    <span className="incident-facts">
      <Text
        span
        className="incident-words"
        data-urgent={(isUntaken(incident) && !isQuiet(incident)) || undefined}
      >
        {stateOf(incident)}
      </Text>
      {incident.mergedInto && (
        <TextLink to="/incidents/$incidentId" params={{ incidentId: incident.mergedInto.id }}>
          {t.toLeader}
        </TextLink>
      )}
      {incident.hold?.need && (
        <span>{t.payloadsSeen(incident.hold.seen, incident.hold.need.payloads)}</span>
      )}
      {incident.hold?.because && (
        <>
          {incident.hold.because.dependsOn && (
            <span>{t.waitsFor(incident.hold.because.dependsOn.displayName)}</span>
          )}
          <TextLink
            to="/incidents/$incidentId"
            params={{ incidentId: incident.hold.because.incidentId }}
          >
            {t.toAwaited}
          </TextLink>
        </>
      )}
      {incident.hold?.suppressionRule && (
        <span>{t.heldByRule(incident.hold.suppressionRule.displayName)}</span>
      )}
      {incident.hold?.rule && <span>{t.heldByRule(incident.hold.rule.displayName)}</span>}
      <span>
        {t.since} <Moment at={opened} />, {formatMoment(new Date(opened), language)}
        {!isOpen && lasted !== undefined && `, ${t.lasted(lasted)}`}
      </span>
      {origin && <span>{origin}</span>}
      {teams.length > 0 && <span>{teams.map((team) => team.displayName).join(', ')}</span>}
      {services.length > 0 && (
        <span>{t.services(services.map((service) => service.displayName).join(', '))}</span>
      )}
    </span>
  );
}
