import { Stack, Text } from '@mantine/core';
import { useMayAdminister } from '../../api/session.tsx';
import { useNames } from '../../parts/names.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { ToObject } from '../../parts/to-object.tsx';
import type { CounterExample } from './example-types.ts';
import { texts } from './texts.ts';

type Objects = CounterExample['objects'];

/** Links to what decided about the incident: where to look for what is wrong. */
export function Decided({
  objects,
  teamId,
  integrationId,
}: Pick<CounterExample, 'objects' | 'teamId' | 'integrationId'>) {
  const t = useTexts(texts);
  const linkOf = useLinks({ teamId, integrationId });
  // Several parts of an object may have decided.
  const whole = new Map(objects.map((one) => [`${one.entityType} ${one.id}`, one]));
  const shown = [...whole.values()].filter(({ entityType }) => entityType in t.objects);
  const groups = Map.groupBy(shown, ({ entityType }) => entityType as keyof typeof t.objects);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t.decided}
      </Text>
      <Stack gap={6}>
        {[...groups].map(([kind, own]) => (
          <div key={kind} className="guarantee-fact breaks-anywhere">
            <Text size="sm" c="dimmed">
              {t.objects[kind]}
            </Text>
            <Text component="ul" size="sm" className="plain-list guarantee-links">
              {own.map((one) => (
                <li key={one.id}>{linkOf(one)}</li>
              ))}
            </Text>
          </div>
        ))}
      </Stack>
    </Stack>
  );
}

/** Gives the link to an object; null where it has no page. */
function useLinks({ teamId, integrationId }: Pick<CounterExample, 'teamId' | 'integrationId'>) {
  const t = useTexts(texts);
  const mayAdminister = useMayAdminister();
  const names = {
    InboundIntegration: useNames('InboundIntegration').data,
    Team: useNames('Team').data,
    EscalationPolicy: useNames('EscalationPolicy').data,
    OnCallSchedule: useNames('OnCallSchedule').data,
    Routing: useNames('Routing').data,
    User: useNames('User').data,
  };
  return ({ entityType, id }: Objects[number]) => {
    switch (entityType) {
      case 'InboundIntegration':
        return (
          <TextLink to="/integrations/$integrationId" params={{ integrationId: id }}>
            {names.InboundIntegration?.get(id) ?? t.objects.InboundIntegration}
          </TextLink>
        );
      case 'Team':
      case 'TeamEscalations':
        return (
          <ToObject entityType={entityType} id={id}>
            {names.Team?.get(id) ?? t.objects.Team}
          </ToObject>
        );
      case 'EscalationPolicy':
      case 'OnCallSchedule':
      case 'Routing':
        return (
          <ToObject entityType={entityType} id={id}>
            {names[entityType]?.get(id) ?? t.objects[entityType]}
          </ToObject>
        );
      case 'Silence':
        return (
          <TextLink to="/teams/$teamId" params={{ teamId }} search={{ tab: 'silences' }}>
            {t.silenceOf(names.Team?.get(teamId) ?? t.objects.Team)}
          </TextLink>
        );
      case 'InboundIntegrationMaintenanceWindow':
        return (
          <TextLink
            to="/integrations/$integrationId"
            params={{ integrationId }}
            search={{ tab: 'windows' }}
          >
            {t.objects.InboundIntegrationMaintenanceWindow}
          </TextLink>
        );
      case 'SuppressionRule':
        return <TextLink to="/routing/suppression">{t.objects.SuppressionRule}</TextLink>;
      case 'ShadowRun':
        return (
          <TextLink to="/settings/shadow-runs/$id" params={{ id }}>
            {t.objects.ShadowRun}
          </TextLink>
        );
      case 'User': {
        const name = names.User?.get(id) ?? t.somebody;
        // Only they see the page of a person.
        if (!mayAdminister) return name;
        return (
          <TextLink to="/settings/people/$userId" params={{ userId: id }}>
            {name}
          </TextLink>
        );
      }
      default:
        return null;
    }
  };
}
