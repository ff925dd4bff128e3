import { Text } from '@mantine/core';
import { Face, ProgramFace } from '../../parts/face.tsx';
import { actorOf } from '../../parts/incident-actions/actor.ts';
import { type Holder, holderOf } from '../../parts/incident-actions/holder.ts';
import { type Incident, nameOf, statusOf } from '../../parts/incident-actions/incident.ts';
import { Moment } from '../../parts/moment.tsx';
import { type Language, useLanguage, useTexts } from '../../parts/texts.tsx';
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
  const { language } = useLanguage();
  const holder = holderOf(incident);
  const names = namesOf(holder, language).map((name) => name ?? t.formerPerson);
  const onCall = incident.onCallUsers.map(nameOf).filter((name) => name !== null);
  const who = names.join(', ');
  const by = holder && actorOf(holder.since, language);
  return (
    <div className="who-has">
      {holder?.how === 'acknowledged' && holder.since.modification.apiKey ? (
        <ProgramFace icon="code" size={40} />
      ) : (
        <Face name={names[0] ?? null} size={40} />
      )}
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
              {holder.how === 'acknowledged' ? t.acknowledged : t.assignedNotYet(by)}{' '}
              <Moment at={holder.since.modification.timestamp} />
            </>
          )}
        </Text>
      </div>
    </div>
  );
}

function namesOf(holder: Holder | null, language: Language): readonly (string | null)[] {
  if (holder === null) return [];
  if (holder.how === 'assigned') return holder.names;
  const name = actorOf(holder.since, language);
  return name === null ? [] : [name];
}
