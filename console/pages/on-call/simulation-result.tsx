import { Alert, Group, Stack, Table, Text, Timeline, Title } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { ownZone } from '../../parts/local-time.ts';
import { formatDuration } from '../../parts/moment.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Simulation = components['schemas']['RoutingSimulation'];
type Incident = Simulation['incidents'][number];
type Message = Incident['messages'][number];

export function SimulationResult({ result }: { result: Simulation }) {
  return (
    <Stack gap="lg">
      {result.reason && <Alert color="orange">{result.reason}</Alert>}
      {result.incidents.map((incident) => (
        <IncidentResult key={incident.after.id} incident={incident} at={Date.parse(result.at)} />
      ))}
    </Stack>
  );
}

function IncidentResult({ incident, at }: { incident: Incident; at: number }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { messages, after, isDiscarded } = incident;
  const wait = (message: Message) => {
    const passed = Date.parse(message.at) - at;
    return passed < 1000 ? t.atOnce : t.after(formatDuration(passed, language));
  };
  const nameOf = (message: Message) => message.recipient ?? t.hiddenPerson;
  const first = messages.find(
    ({ dropReason, channel }) => dropReason === null && channel !== 'Outbound',
  );
  const steps = [...Map.groupBy(messages, (message) => message.at)];
  return (
    <Stack gap="lg">
      {first ? (
        <Alert color="teal" variant="light" icon={<Icon name="bell" />} className="breaks-anywhere">
          {t.firstTold(nameOf(first), wait(first))}{' '}
          {t.assignedTo(after.teams.map(({ displayName }) => displayName).join(', '))}
        </Alert>
      ) : (
        <Alert
          color="red"
          title={isDiscarded ? t.discarded : t.wouldNobody}
          icon={<Icon name="alert" />}
        >
          {t.wouldNobodyHelp}
        </Alert>
      )}
      {steps.length > 0 && (
        <Stack component="section" gap="sm">
          <Title order={2} size="h4">
            {t.steps}
          </Title>
          <Timeline bulletSize={14} lineWidth={2} active={steps.length}>
            {steps.map(([moment, own]) => (
              <Timeline.Item
                key={moment}
                title={`${own[0] ? wait(own[0]) : ''} · ${shortMoment(Date.parse(moment), language, ownZone())}`}
              >
                <Stack gap={6} mt={4} component="ul" className="on-call-overrides">
                  {own.map((message, place) => (
                    <li key={`${message.channel} ${message.recipientId} ${place.toString()}`}>
                      <Told message={message} name={nameOf(message)} />
                    </li>
                  ))}
                </Stack>
              </Timeline.Item>
            ))}
          </Timeline>
        </Stack>
      )}
      <Stack component="section" gap="sm">
        <Title order={2} size="h4">
          {t.rules}
        </Title>
        {incident.rules.length === 0 ? (
          <Text c="dimmed" size="sm">
            {t.noRules}
          </Text>
        ) : (
          <Table aria-label={t.rules}>
            <Table.Tbody>
              {incident.rules.map((rule) => (
                <Table.Tr key={rule.ruleId}>
                  <Table.Td>
                    <span className="badge" data-tone={rule.fires ? 'Resolved' : undefined}>
                      {rule.fires ? t.fires : t.firesNot}
                    </span>
                  </Table.Td>
                  <Table.Td className="breaks-anywhere">
                    <Text size="sm" fw={500}>
                      {[rule.routingDisplayName, rule.ruleDisplayName].filter(Boolean).join(' · ')}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {[rule.reason, rule.effectSummary].filter(Boolean).join(' ')}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Stack>
  );
}

function Told({ message, name }: { message: Message; name: string }) {
  const t = useTexts(texts);
  const isSent = message.dropReason === null;
  return (
    <Group gap="xs" align="baseline">
      <span className="badge" data-tone={isSent ? 'Resolved' : undefined}>
        {t.channels[message.channel]}
      </span>
      <Text size="sm" className="breaks-anywhere">
        <b>{name}</b>{' '}
        <Text span size="sm" c="dimmed">
          {message.because}
        </Text>
        {message.dropReason !== null && (
          <Text span size="sm" c="dimmed">
            {' '}
            · <b>{t.notSent}:</b> {message.dropReason}
          </Text>
        )}
      </Text>
    </Group>
  );
}
