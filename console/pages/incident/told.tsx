import { Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { wayName } from '../../parts/channels.ts';
import { type Incident, nameOf, statusOf } from '../../parts/incident-actions/incident.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

type Told = components['schemas']['IncidentNotification'];

const tones = {
  Queued: 'none',
  Sent: 'Minor',
  Delivered: 'Resolved',
  Answered: 'Minor',
  Failed: 'Critical',
  PerhapsSent: 'Warning',
  Dropped: 'none',
} as const;

/** Who was told by what, and whether it arrived. */
export default function ToldSection({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const told = api.useQuery(
    'get',
    '/incident/search/{id}/notifications',
    { params: { path: { id: incident.id }, query: { Limit: 100 } } },
    // Deliveries change without the incident: somebody who looks wants to see them arrive.
    { refetchInterval: 5000 },
  );
  const all = told.data?.notifications ?? [];
  const count = (...statuses: Told['status'][]) =>
    all.filter(({ status }) => statuses.includes(status)).length;
  return (
    <Section
      title={t.told}
      note={
        all.length > 0 && (
          <Text size="sm" c="dimmed">
            {t.toldSummary(
              count('Sent', 'Delivered', 'Answered'),
              count('Queued'),
              count('PerhapsSent'),
              count('Failed', 'Dropped'),
            )}
          </Text>
        )
      }
    >
      <Loaded query={told} lines={3}>
        {({ notifications }) =>
          notifications.length === 0 ? (
            <Text c="dimmed">{t.toldNobody[standing(incident)]}</Text>
          ) : (
            <ul className="told">
              {notifications.map((one) => (
                <Message key={one.id} told={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Why there may be nobody. */
function standing(incident: Incident): 'open' | 'snoozed' | 'resolved' {
  if (statusOf(incident) === 'Resolved') return 'resolved';
  return incident.snoozed ? 'snoozed' : 'open';
}

function Message({ told }: { told: Told }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { user, outboundIntegration, channel, recipient, status, because, reason } = told;
  const last = told.attempts.at(-1);
  const problem = reason ?? last?.error;
  const problemSentence = reason ? told.reasonSentence : (last?.errorSentence ?? null);
  const who = outboundIntegration?.displayName ?? (user && nameOf(user)) ?? t.formerPerson;
  return (
    <li>
      <div className="timeline-head">
        <Text span fw={600} size="sm" className="breaks-anywhere">
          {who}
        </Text>
        <span className="badge" data-tone={tones[status]}>
          {wayName(channel, language)} · {t.deliveries[status]}
        </span>
      </div>
      <Text size="sm" c="dimmed" className="breaks-anywhere">
        <Moment at={last?.at ?? told.dueAt} absolute /> ·{' '}
        <Said text={because} sentence={told.becauseSentence} />
        {recipient !== null && ` · ${recipient}`}
      </Text>
      {problem && (
        <Text size="sm" className="breaks-anywhere">
          <Said text={problem} sentence={problemSentence} />
        </Text>
      )}
    </li>
  );
}
