import { Alert, Group, Stack, Table, Text, Timeline, Title } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useSay } from '../../parts/announce.ts';
import { wayName } from '../../parts/channels.ts';
import { formatDuration } from '../../parts/duration.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { ownZone } from '../../parts/local-time.ts';
import { Said, type Sentence } from '../../parts/said/index.ts';
import { ShowAll } from '../../parts/show-all.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Simulation = components['schemas']['RoutingSimulation'];
type Incident = Simulation['incidents'][number];
type Message = Incident['messages'][number];

/** A day of repeats is long, and says little more than its beginning. */
const stepsAtFirst = 6;

/** Reasons that are each person's own. */
const aboutPerson: ReadonlySet<Sentence['code']> = new Set([
  'personSuspended',
  'personTakesNone',
  'personHasNoEmail',
  'personHasNoPhone',
  'personHasNoDevice',
]);

export function SimulationResult({ result }: { result: Simulation }) {
  return (
    <Stack gap="lg">
      {result.reason && (
        <Alert color="orange">
          <Said text={result.reason} sentence={result.reasonSentence} />
        </Alert>
      )}
      {result.incidents.map((incident) => (
        <IncidentResult key={incident.after.id} incident={incident} at={Date.parse(result.at)} />
      ))}
    </Stack>
  );
}

function IncidentResult({ incident, at }: { incident: Incident; at: number }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { messages, after, isDiscarded, hold } = incident;
  const wait = (message: Message) => {
    const passed = Date.parse(message.at) - at;
    return passed < 1000 ? t.atOnce : t.after(formatDuration(passed, language));
  };
  const nameOf = (message: Message) => message.recipient ?? t.hiddenPerson;
  const first = messages.find(
    ({ dropReason, channel }) => dropReason === null && channel !== 'Outbound',
  );
  const [showsAll, setShowsAll] = useState(false);
  const steps = [...Map.groupBy(messages, (message) => message.at)];
  // Each repeat would say why again, and what is not about the person each of them.
  const whyOf = (message: Message) => {
    const { channel, dropReason, dropReasonSentence: why } = message;
    const whose = why && aboutPerson.has(why.code) ? nameOf(message) : '';
    return `${whose} ${channel} ${dropReason}`;
  };
  const firsts = new Set([...Map.groupBy(messages, whyOf)].map(([, [first]]) => first));
  const isFirst = (message: Message) => firsts.has(message);
  const shown = showsAll ? steps : steps.slice(0, stepsAtFirst);
  const whyNobody = isDiscarded ? t.discarded : t.wouldNobody;
  const told = first && t.firstTold(nameOf(first), wait(first));
  useSay(told ?? whyNobody);
  return (
    <Stack gap="lg">
      {hold && (
        <Alert color="orange" variant="light">
          <Said text={hold.text} sentence={hold.textSentence} />
        </Alert>
      )}
      {first ? (
        <Alert color="teal" variant="light" icon={<Icon name="bell" />} className="breaks-anywhere">
          {told} {t.assignedTo(after.teams.map(({ displayName }) => displayName).join(', '))}
        </Alert>
      ) : (
        <Alert color="red" title={whyNobody} icon={<Icon name="alert" />}>
          {t.wouldNobodyHelp}
        </Alert>
      )}
      {steps.length > 0 && (
        <Stack component="section" gap="sm">
          <Title order={2} size="h4">
            {t.steps}
          </Title>
          <Timeline bulletSize={14} lineWidth={2} active={shown.length}>
            {shown.map(([moment, own]) => (
              <Timeline.Item
                key={moment}
                title={`${own[0] ? wait(own[0]) : ''} · ${shortMoment(Date.parse(moment), language, ownZone())}`}
              >
                <Stack gap={8} mt={4} component="ul" className="on-call-overrides">
                  {[...Map.groupBy(own, (message) => `${nameOf(message)} ${message.because}`)].map(
                    ([key, ofOne]) => (
                      <li key={key}>
                        <Told messages={ofOne} nameOf={nameOf} isFirst={isFirst} />
                      </li>
                    ),
                  )}
                </Stack>
              </Timeline.Item>
            ))}
          </Timeline>
          {steps.length > stepsAtFirst && (
            <ShowAll
              isOpen={showsAll}
              onChange={setShowsAll}
              all={t.allSteps(steps.length)}
              fewer={t.fewerSteps}
            />
          )}
        </Stack>
      )}
      <Rules rules={incident.rules} />
    </Stack>
  );
}

/** Which rules looked at the incident, which of them fire, and why. */
function Rules({ rules }: { rules: Incident['rules'] }) {
  const t = useTexts(texts);
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {t.rules}
      </Title>
      {rules.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t.noRules}
        </Text>
      ) : (
        <Table aria-label={t.rules}>
          <Table.Tbody>
            {rules.map((rule) => (
              <Table.Tr key={rule.ruleId}>
                <Table.Td>
                  <span className="badge" data-tone={rule.fires ? 'Resolved' : undefined}>
                    {rule.fires ? t.fires : t.firesNot}
                  </span>
                </Table.Td>
                <Table.Td className="breaks-anywhere">
                  <Text size="sm" fw={600}>
                    {[rule.routingDisplayName, rule.ruleDisplayName].filter(Boolean).join(' · ')}
                  </Text>
                  <Text size="sm" c="dimmed">
                    <Said text={rule.reason} sentence={rule.reasonSentence} />{' '}
                    {rule.effectSummary && (
                      <Said text={rule.effectSummary} sentence={rule.effectSummarySentence} />
                    )}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

interface ToldProps {
  /** To one person or tool, for one reason. */
  messages: readonly Message[];
  nameOf: (message: Message) => string;
  /** Whether nobody before it has said why it is not sent. */
  isFirst: (message: Message) => boolean;
}

function Told({ messages, nameOf, isFirst }: ToldProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const [first] = messages;
  if (!first) return null;
  return (
    <Stack gap={2} className="breaks-anywhere">
      <Group gap={6}>
        <Text size="sm">
          <b>{nameOf(first)}</b>{' '}
          <Text span size="sm" c="dimmed">
            <Said text={first.because} sentence={first.becauseSentence} />
          </Text>
        </Text>
        {messages.map(({ channel, dropReason }) => (
          <span
            key={channel}
            className="badge"
            data-tone={dropReason === null ? 'Resolved' : 'none'}
          >
            {wayName(channel, language)}
            {dropReason !== null && ` · ${t.notSent}`}
          </span>
        ))}
      </Group>
      {messages
        .filter((message) => message.dropReason !== null && isFirst(message))
        .map(({ channel, dropReason, dropReasonSentence }) => (
          <Text key={channel} size="xs" c="dimmed">
            {wayName(channel, language)}:{' '}
            {dropReason && <Said text={dropReason} sentence={dropReasonSentence} />}
          </Text>
        ))}
    </Stack>
  );
}
