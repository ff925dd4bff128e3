import { Text } from '@mantine/core';
import { Face } from '../../parts/face.tsx';
import { type Holder, holderOf } from '../../parts/incident-actions/holder.ts';
import { type Incident, nameOf, statusOf } from '../../parts/incident-actions/incident.ts';
import { Moment } from '../../parts/moment.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Next } from './next.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';
import { ToldList } from './told.tsx';

/** Who has it, who is next, and who was told. */
export function Who({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const isOpen = statusOf(incident) === 'Open';
  return (
    <Section title={isOpen ? t.who : t.told}>
      {isOpen && <Has incident={incident} />}
      {isOpen && <Next incident={incident} />}
      <ToldList incident={incident} />
    </Section>
  );
}

function Has({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const holder = holderOf(incident);
  const names = namesOf(holder).map((name) => name ?? t.formerPerson);
  const onCall = incident.onCallUsers.map(nameOf).filter((name) => name !== null);
  const who = names.join(', ');
  return (
    <div className="who-has">
      <Face name={names[0] ?? null} size={40} />
      <div>
        <Text fw={650} className="breaks-anywhere" data-urgent={holder === null || undefined}>
          {holder === null ? t.nobodyYet : who === '' ? t.acknowledgedByTool : who}
        </Text>
        <Text size="sm" c="dimmed">
          {holder === null ? (
            incident.teams.length > 0 &&
            (onCall.length > 0 ? t.onCall(onCall.join(', ')) : t.nobodyOnCall)
          ) : (
            <>
              {holder.how === 'acknowledged' ? t.acknowledged : t.assignedNotYet(holder.by)}{' '}
              <Moment at={holder.at} />
            </>
          )}
        </Text>
      </div>
    </div>
  );
}

function namesOf(holder: Holder | null): readonly (string | null)[] {
  if (holder === null) return [];
  if (holder.how === 'assigned') return holder.names;
  return holder.name === null ? [] : [holder.name];
}
