import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { IntegrationStep } from './integration-step.tsx';
import type { FirstRunSearch } from './search.ts';
import { Step } from './step.tsx';
import { TeamStep } from './team-step.tsx';
import { TestStep } from './test-step.tsx';
import { texts } from './texts.ts';

const CodeStep = lazy(() => import('./code-step.tsx'));

const none: FirstRunSearch = { team: undefined, integration: undefined, incident: undefined };

/** From nothing to an alert on a phone: a team, an integration, a test, push, and the same as code. */
export default function FirstRunPage() {
  const t = useTexts(texts);
  const { team, integration, incident } = useSearch({ from: '/first-run' });
  const navigate = useNavigate({ from: '/first-run' });
  const mayAdminister = useMayAdminister();
  const step = !team ? 0 : !integration ? 1 : !incident ? 2 : 3;
  const go = (next: FirstRunSearch) =>
    void navigate({ search: { team, integration, incident, ...next } });
  if (!mayAdminister)
    return (
      <Page title={t.title}>
        <Empty title={t.notForYou}>{t.notForYouHelp}</Empty>
      </Page>
    );
  return (
    <Page title={t.title} lead={t.lead}>
      <ol className="steps">
        <Step title={t.team} at={0} now={step} note={t.teamDone} onBack={() => go(none)}>
          <TeamStep onDone={(id) => go({ team: id })} />
        </Step>
        <Step
          title={t.integration}
          at={1}
          now={step}
          note={t.integrationHelp}
          onBack={() => go({ ...none, team })}
        >
          {team && <IntegrationStep teamId={team} onDone={(id) => go({ integration: id })} />}
        </Step>
        <Step
          title={t.test}
          at={2}
          now={step}
          note={t.testHelp}
          onBack={() => go({ ...none, team, integration })}
        >
          {integration && (
            <TestStep integrationId={integration} onDone={(id) => go({ incident: id })} />
          )}
        </Step>
        <Step title={t.push} at={3} now={step} note={t.pushLater}>
          {incident && (
            <Stack gap="xs" align="flex-start">
              <TextLink to="/incidents/$incidentId" params={{ incidentId: incident }} isStrong>
                {t.toIncident}
              </TextLink>
              <Text size="sm">{t.pushHelp}</Text>
              <Anchor href="/me">{t.toMe}</Anchor>
            </Stack>
          )}
        </Step>
        <Step title={t.code} at={3} now={step} number={5} note={t.codeHelp}>
          {team && integration && (
            <Suspense>
              <CodeStep teamId={team} integrationId={integration} />
            </Suspense>
          )}
        </Step>
      </ol>
      {step === 3 && (
        <div>
          <Button renderRoot={(props) => <Link to="/" {...props} />}>{t.end}</Button>
        </div>
      )}
    </Page>
  );
}
