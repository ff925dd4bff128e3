import { Anchor } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Later, later } from '../../parts/later/index.ts';
import { linkTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { Step } from '../../parts/step.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { IntegrationStep } from './integration-step.tsx';
import type { FirstRunSearch } from './search.ts';
import { TeamStep } from './team-step.tsx';
import { TestStep } from './test-step.tsx';
import { texts } from './texts.ts';
import { ToldStep } from './told-step.tsx';
import { useChosen } from './use-chosen.ts';

const CodeStep = later(() => import('./code-step.tsx'));

const none: FirstRunSearch = { team: undefined, integration: undefined, incident: undefined };

/** From nothing to somebody who is told: a team, an integration, a test, who was told of it, and the same as code. */
export default function FirstRunPage() {
  const t = useTexts(texts);
  const { team, integration, incident } = useSearch({ from: '/first-run' });
  const navigate = useNavigate({ from: '/first-run' });
  const mayAdminister = useMayAdminister();
  const chosen = useChosen({ team, integration, incident });
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
    <Page
      title={t.title}
      lead={
        <>
          {t.lead}{' '}
          <Anchor inherit underline="always" renderRoot={linkTo({ to: '/come-from' })}>
            {t.comeFrom}
          </Anchor>
        </>
      }
    >
      <ol className="steps">
        <Step
          title={t.team}
          at={0}
          now={step}
          note={t.teamDone}
          chosen={chosen.team}
          onBack={() => go(none)}
        >
          <TeamStep onDone={(id) => go({ team: id })} />
        </Step>
        <Step
          title={t.integration}
          at={1}
          now={step}
          note={t.integrationHelp}
          chosen={chosen.integration}
          onBack={() => go({ ...none, team })}
        >
          {team && <IntegrationStep teamId={team} onDone={(id) => go({ integration: id })} />}
        </Step>
        <Step
          title={t.test}
          at={2}
          now={step}
          note={t.testHelp}
          chosen={chosen.incident}
          onBack={() => go({ ...none, team, integration })}
        >
          {integration && (
            <TestStep integrationId={integration} onDone={(id) => go({ incident: id })} />
          )}
        </Step>
        <Step title={t.told} at={3} now={step} note={t.toldLater}>
          {team && integration && incident && (
            <ToldStep
              key={incident}
              teamId={team}
              integrationId={integration}
              incidentId={incident}
              onAgain={(id) => go({ incident: id })}
            />
          )}
        </Step>
        <Step title={t.code} at={3} now={step} number={5} note={t.codeHelp}>
          {team && integration && (
            <Later>
              <CodeStep teamId={team} integrationId={integration} />
            </Later>
          )}
        </Step>
      </ol>
    </Page>
  );
}
