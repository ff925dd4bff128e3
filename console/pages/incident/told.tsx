import { Text } from '@mantine/core';
import { wayName } from '../../parts/channels.ts';
import { Face, ProgramFace } from '../../parts/face.tsx';
import { type Incident, statusOf } from '../../parts/incident-actions/incident.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useTold } from './loading.ts';
import { texts } from './texts.ts';
import { type Recipient, recipientsOf, standingOf, type Told } from './told-by-person.ts';

const tones = {
  Queued: 'none',
  Void: 'none',
  Sent: 'Minor',
  Delivered: 'Resolved',
  Answered: 'Minor',
  Failed: 'Critical',
  PerhapsSent: 'Warning',
  Dropped: 'none',
} as const;

/** Who was told by what, and whether it arrived: a line for each, its messages folded. */
export function ToldList({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const told = useTold(incident.id);
  return (
    <Loaded query={told} lines={3}>
      {({ notifications, hasMore }) =>
        notifications.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t.toldNobody[whyNobody(incident)]}
          </Text>
        ) : (
          <>
            {statusOf(incident) === 'Open' && <h3 className="attributes-head">{t.told}</h3>}
            <ul className="told">
              {recipientsOf(notifications).map((one) => (
                <Line key={one.id} recipient={one} />
              ))}
            </ul>
            {hasMore && (
              <Text size="sm" c="dimmed">
                {t.toldMore}
              </Text>
            )}
          </>
        )
      }
    </Loaded>
  );
}

/** Why there may be nobody. */
function whyNobody(
  incident: Incident,
): 'open' | 'snoozed' | 'muted' | 'held' | 'merged' | 'shadow' | 'endedWhileHeld' | 'resolved' {
  if (incident.endedWhileHeld) return 'endedWhileHeld';
  if (incident.isShadow) return 'shadow';
  if (statusOf(incident) === 'Resolved') return 'resolved';
  if (incident.mergedInto) return 'merged';
  if (incident.snoozed) return 'snoozed';
  if (incident.muted) return 'muted';
  return incident.hold ? 'held' : 'open';
}

function Line({ recipient }: { recipient: Recipient }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { isTool, messages, ways } = recipient;
  const name = recipient.name ?? t.formerPerson;
  return (
    <li>
      <details className="line-folded">
        <summary>
          {isTool ? <ProgramFace icon="send" /> : <Face name={name} />}
          <span className="line-name breaks-anywhere">{name}</span>
          <span className="line-marks">
            {ways.map(({ channel, standing }) => (
              <span key={channel} className="badge" data-tone={tones[standing]}>
                {wayName(channel, language)} · {t.deliveries[standing]}
              </span>
            ))}
          </span>
        </summary>
        <ul className="told-messages">
          {messages.map((one) => (
            <Message key={one.id} told={one} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Message({ told }: { told: Told }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { channel, recipient, because, reason } = told;
  const last = told.attempts.at(-1);
  const problem = reason ?? last?.error;
  const problemSentence = reason ? told.reasonSentence : (last?.errorSentence ?? null);
  return (
    <li>
      <Text size="sm" className="breaks-anywhere">
        <Moment at={last?.at ?? told.dueAt} absolute /> · {wayName(channel, language)} ·{' '}
        {t.deliveries[standingOf(told)]}
      </Text>
      <Text size="sm" c="dimmed" className="breaks-anywhere">
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
