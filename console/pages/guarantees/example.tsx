import { Alert, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { ownZone } from '../../parts/local-time.ts';
import { Part } from '../../parts/part.tsx';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { Decided } from './decided.tsx';
import type { CounterExample, Told } from './example-types.ts';
import { useFaultWords } from './fault-words.ts';
import { Minutes } from './minutes.tsx';
import { OnDuty } from './on-duty.tsx';
import { texts } from './texts.ts';

/** The smallest incident that breaks it: what it is like, and what would happen, minute by minute. */
export function Example({ example, told }: { example: CounterExample; told: Told }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const faultWords = useFaultWords();
  const { at, severity, integration, integrationId, title, attributes, faults } = example;
  return (
    <Part title={t.example} note={t.simplest}>
      <Stack gap="md">
        {example.isContradicted && <Alert color="red">{t.contradicted}</Alert>}
        <Stack gap={6}>
          <Fact name={t.opens}>{shortMoment(Date.parse(at), language, ownZone())}</Fact>
          <Fact name={t.incident}>
            <Group gap={6}>
              <SeverityBadge severity={severity} />
              <TextLink to="/integrations/$integrationId" params={{ integrationId }}>
                {integration}
              </TextLink>
            </Group>
          </Fact>
          {title !== null && title !== '' && <Fact name={t.titled}>{title}</Fact>}
          {attributes.map(({ name, value }) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
          {faults.length > 0 && <Fact name={t.faults}>{faults.map(faultWords).join(', ')}</Fact>}
          <Fact name={t.inTime}>
            <b>{t.peopleTold(example.peopleTold, told.withinMinutes)}</b>
          </Fact>
        </Stack>
        <OnDuty example={example} told={told} />
        <Minutes example={example} told={told} />
        <Decided objects={example.objects} teamId={example.teamId} integrationId={integrationId} />
      </Stack>
    </Part>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="guarantee-fact breaks-anywhere">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  );
}
