import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { cleanText } from '../../parts/clean-text.ts';
import { Face } from '../../parts/face.tsx';
import { holderOf, isQuiet, isUntaken } from '../../parts/incident-actions/holder.ts';
import {
  type Incident,
  nameOf,
  openedAt,
  severityOf,
  statusOf,
} from '../../parts/incident-actions/incident.ts';
import { useIncidentState } from '../../parts/incident-actions/incident-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export interface IncidentRowProps {
  incident: Incident;
  isCurrent: boolean;
  isSelected: boolean;
  onSelect(incident: Incident): void;
}

/**
 * An incident at a glance: how bad, what, whose, since when, and whether anybody looks after it. Drawn again when one
 * of these changes, not with each row that comes into the window.
 */
export const IncidentRow = memo(function IncidentRow(props: IncidentRowProps) {
  const { incident, isCurrent, isSelected, onSelect } = props;
  const t = useTexts(texts);
  const stateOf = useIncidentState();
  const severity = severityOf(incident);
  const isOpen = statusOf(incident) === 'Open';
  const needsSomebody = isUntaken(incident) && !isQuiet(incident);
  const holder = isOpen ? holderOf(incident) : null;
  const acknowledger = holder?.since.modification.user;
  const who = holder?.how === 'assigned' ? holder.names[0] : acknowledger && nameOf(acknowledger);
  const from = [incident.teams.map((team) => team.displayName).join(', ')];
  if (incident.integration) from.push(incident.integration.displayName);
  return (
    <div
      className="incident-row"
      data-severity={isOpen ? severity : 'none'}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
    >
      <Checkbox
        className="incident-check"
        checked={isSelected}
        onChange={() => onSelect(incident)}
        aria-label={t.select(incident.title)}
      />
      <div className="incident-what">
        <Link
          to="/incidents/$incidentId"
          params={{ incidentId: incident.id }}
          className="incident-title"
          title={cleanText(incident.title)}
        >
          {incident.title}
        </Link>
        <span className="incident-from">
          {/* On a phone there is no room for it beside the state. */}
          <span className="incident-since">
            <Moment at={openedAt(incident)} />
            {' · '}
          </span>
          {from.filter((part) => part !== '').join(' · ')}
        </span>
      </div>
      <div className="incident-state">
        <SeverityBadge severity={severity} />
        <span className="incident-who">
          {who && <Face name={who} size={24} />}
          <span className="incident-words" data-urgent={needsSomebody || undefined}>
            {stateOf(incident)}
          </span>
        </span>
        <span className="incident-age">
          <Moment at={openedAt(incident)} />
        </span>
      </div>
    </div>
  );
});
