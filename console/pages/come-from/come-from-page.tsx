import { Alert, Button, SimpleGrid, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { Step } from '../../parts/step.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { FileStep } from './file-step.tsx';
import { PeopleStep } from './people-step.tsx';
import { type ImportProduct, products } from './products.generated.ts';
import type { Outcome } from './protocol.ts';
import { QuestionsStep } from './questions-step.tsx';
import { ResultView } from './result-view.tsx';
import type { ComeFromSearch } from './search.ts';
import { texts } from './texts.ts';
import { type UsedImport, useImport } from './use-import.ts';

/** Turns the objects of another product into Terraform: in this browser, which sends nothing of them anywhere. */
export default function ComeFromPage() {
  const t = useTexts(texts);
  const { product: name } = useSearch({ from: '/come-from' });
  const navigate = useNavigate({ from: '/come-from' });
  const mayAdminister = useMayAdminister();
  const product = products.find((one) => one.name === name);
  const choose = (search: ComeFromSearch) => void navigate({ search });
  if (!mayAdminister)
    return (
      <Page title={t.title}>
        <Empty title={t.notForYou}>{t.notForYouHelp}</Empty>
      </Page>
    );
  return (
    <Page title={t.title} lead={t.lead}>
      {product ? (
        <Import key={product.name} product={product} onBack={() => choose({})} />
      ) : (
        <ol className="steps">
          <Step title={t.product} at={0} now={0} note="">
            <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} mt="xs">
              {products.map((one) => (
                <Button
                  key={one.name}
                  variant="default"
                  onClick={() => choose({ product: one.name })}
                >
                  {one.displayName}
                </Button>
              ))}
            </SimpleGrid>
          </Step>
          <Step title={t.file} at={1} now={0} note={t.stays}>
            {null}
          </Step>
          <Step title={t.questions} at={2} now={0} note={t.questionsNote}>
            {null}
          </Step>
          <Step title={t.people} at={3} now={0} note={t.peopleNote}>
            {null}
          </Step>
        </ol>
      )}
    </Page>
  );
}

type Stage = 'questions' | 'people' | 'result';

function Import({ product, onBack }: { product: ImportProduct; onBack: () => void }) {
  const t = useTexts(texts);
  const used = useImport(product.name);
  const { read, outcome, reading } = used;
  const [stage, setStage] = useState<Stage>('questions');
  const now = read === null ? 1 : outcome.data === undefined ? 1 : stageNumber(outcome.data, stage);
  const result = outcome.data?.outcome === 'written' ? outcome.data.result : null;
  return (
    <>
      <ol className="steps">
        <Step
          title={t.product}
          at={0}
          now={now}
          note=""
          chosen={product.displayName}
          onBack={onBack}
        >
          {null}
        </Step>
        <Step
          title={t.file}
          at={1}
          now={now}
          note={t.stays}
          chosen={read ? readInWords(used, t) : undefined}
          onBack={() => {
            reading.reset();
            used.forget();
            setStage('questions');
          }}
        >
          <FileStep product={product} used={used} />
        </Step>
        <Step
          title={t.questions}
          at={2}
          now={now}
          note={t.questionsNote}
          chosen={result ? t.answered(result.questions.length) : undefined}
          onBack={() => setStage('questions')}
        >
          {outcome.data && (
            <QuestionsStep used={used} outcome={outcome.data} onDone={() => setStage('people')} />
          )}
        </Step>
        <Step
          title={t.people}
          at={3}
          now={now}
          note={t.peopleNote}
          chosen={result ? t.peopleCount(result.people.length) : undefined}
          onBack={() => setStage('people')}
        >
          {result && (
            <PeopleStep used={used} people={result.people} onDone={() => setStage('result')} />
          )}
        </Step>
      </ol>
      {outcome.error && (
        <Alert color="red" variant="light" title={t.failed} role="alert">
          <Text size="sm" lang="en" className="breaks-anywhere">
            {outcome.error.message}
          </Text>
        </Alert>
      )}
      {result && now === 4 && <ResultView product={product} used={used} result={result} />}
    </>
  );
}

/** Where nothing is asked, and nobody is brought, there is nothing to choose. */
function stageNumber(outcome: Outcome, stage: Stage): number {
  if (outcome.outcome === 'needsAnswers') return 2;
  const { questions, people } = outcome.result;
  if (stage === 'questions' && questions.length > 0) return 2;
  return stage !== 'result' && people.length > 0 ? 3 : 4;
}

function readInWords({ read }: UsedImport, t: (typeof texts)['en']): string {
  const objects = read?.kinds.reduce((sum, one) => sum + one.objects, 0) ?? 0;
  return t.readObjects(objects);
}
