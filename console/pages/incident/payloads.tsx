import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { Later, later } from '../../parts/later/index.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

const PayloadDetails = later(() => import('../../parts/payload-details.tsx'));

/** The payloads that came in for this incident, and what was decided of each. */
export function Payloads({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  const payloads = api.useQuery(
    'get',
    '/incident/search/{id}/payloads',
    { params: { path: { id: incident.id }, query: { Limit: 20 } } },
    { enabled: isOpen },
  );
  // Contents are for administrators: they may hold what a sender meant for nobody else.
  const mayRead = useMayAdminister(incident.teams[0]?.id);
  return (
    <Section title={t.payloads}>
      <details className="folded" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{t.payloadsShow}</summary>
        {isOpen && (
          <Loaded query={payloads} lines={3}>
            {(page) =>
              page.payloads.length === 0 ? (
                <Text c="dimmed">{t.payloadsNone}</Text>
              ) : (
                <ul className="told">
                  {page.payloads.map((payload) => (
                    <PayloadRow key={payload.id} payload={payload} mayRead={mayRead} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        )}
      </details>
    </Section>
  );
}

interface PayloadRowProps {
  payload: components['schemas']['IncidentPayload'];
  mayRead: boolean;
}

function PayloadRow({ payload, mayRead }: PayloadRowProps) {
  const t = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div className="timeline-head">
        <Text span fw={600} size="sm">
          {t.outcomes[payload.outcome]}
        </Text>
        <Text span size="sm" c="dimmed">
          <Moment at={payload.createdAt} absolute />
        </Text>
      </div>
      {payload.reason && (
        <Text size="sm" className="breaks-anywhere">
          <Said text={payload.reason} sentence={payload.reasonSentence} />
        </Text>
      )}
      {mayRead && (
        <Button
          size="compact-sm"
          variant="transparent"
          px={0}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t.payloadDetails}
        </Button>
      )}
      {isOpen && (
        <Later>
          <PayloadDetails integrationId={payload.integrationId} payloadId={payload.id} />
        </Later>
      )}
    </li>
  );
}
