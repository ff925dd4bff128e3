import { Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { Face } from '../../parts/face.tsx';
import { relativeFormat } from '../../parts/formats.ts';
import { isUntaken } from '../../parts/incident-actions/holder.ts';
import { type Incident, nameOf } from '../../parts/incident-actions/incident.ts';
import { formatMoment } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useNext } from './loading.ts';
import { texts } from './texts.ts';

type Answer = components['schemas']['NextAlert'];

/** Who is told next and in how many minutes, by the clock of the server; or why nobody is. */
export function Next({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { data, dataUpdatedAt } = useNext(incident.id);
  const now = useNow(second);
  if (!data) return null;
  const { tiers, because } = data;
  const left = (at: string) => Date.parse(at) - Date.parse(data.asOf) - (now - dataUpdatedAt);
  const whereOf = ({ escalationPolicy, tier, team }: Answer['tiers'][number]) =>
    escalationPolicy
      ? t.nextStep(tier, escalationPolicy.displayName)
      : t.nextTier(tier, team.displayName);
  const whyNobody = ({ because: why, until }: Answer): string => {
    if (why === null) return '';
    const moment = until && formatMoment(new Date(until), language);
    if (moment && why === 'Snoozed') return t.snoozedBefore(moment);
    if (moment && why === 'QuietHours') return t.quietBefore(moment);
    const awaited = incident.hold?.because;
    if (moment && why === 'Held' && awaited?.dependsOn && awaited.endedAt === null)
      return t.heldBehind(awaited.dependsOn.displayName, moment);
    if (moment && why === 'Held')
      return tiers.length > 0 || !incident.hold?.endsUntold
        ? t.heldBefore(moment)
        : t.heldToEnd(moment);
    return moment && why === 'Silenced' ? t.silencedBefore(moment) : t.nobodyNext[why];
  };
  return (
    <div className="who-next">
      <Urgency urgency={data.urgency} />
      {because !== null && (
        <Text size="sm" data-urgent={(isUntaken(incident) && isUrgent(data)) || undefined}>
          {whyNobody(data)}
        </Text>
      )}
      {tiers.map((next) => (
        <div key={next.escalationPolicy?.id ?? next.team.id} className="who-next-tier">
          <Text size="sm" fw={650}>
            {next.repeat > 0 ? t.nextAgain : t.next} {whereOf(next)}{' '}
            <span className="countdown">{countdown(left(next.at), language)}</span>
          </Text>
          <ul className="plain-list people">
            {next.users.map((user) => {
              const name = nameOf(user) ?? t.formerPerson;
              return (
                <li key={user.id}>
                  <Face name={name} size={24} /> <span className="breaks-anywhere">{name}</span>
                </li>
              );
            })}
          </ul>
          {next.mayChange && (
            <Text size="xs" c="dimmed">
              {t.mayChange}
            </Text>
          )}
        </div>
      ))}
    </div>
  );
}

/** Nothing where it is as it always is: urgent, as nobody says otherwise. */
function Urgency({
  urgency: { urgency, reason, reasonSentence, risesAt },
}: Pick<Answer, 'urgency'>) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  if (reasonSentence?.code === 'urgencyUnset') return null;
  return (
    <Text size="sm">
      {t.urgency[urgency]} <Said text={reason} sentence={reasonSentence} />
      {risesAt !== null && ` ${t.risesAt(formatMoment(new Date(risesAt), language))}`}
    </Text>
  );
}

/** Open, and nobody will come. */
function isUrgent({ because, tiers }: Answer): boolean {
  const silent = ['NoTeam', 'NobodyOnCall', 'AllTold'];
  return tiers.length === 0 && because !== null && silent.includes(because);
}

const second = 1000;
const minute = 60 * second;

/** `in 7 min`, `in 40 sec`: never more than is left. */
function countdown(left: number, language: string): string {
  const format = relativeFormat(language, { numeric: 'auto', style: 'short' });
  if (left < second) return format.format(0, 'second');
  if (left < 2 * minute) return format.format(Math.floor(left / second), 'second');
  if (left < 120 * minute) return format.format(Math.floor(left / minute), 'minute');
  return format.format(Math.floor(left / (60 * minute)), 'hour');
}
