import { Button, Group, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { LoadedPage } from '../../parts/loaded.tsx';
import { ownZone } from '../../parts/local-time.ts';
import { formatMoment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { ChangedObjects } from '../../parts/replays/index.ts';
import { Said } from '../../parts/said/index.ts';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { Example } from './example.tsx';
import type { CounterExample } from './example-types.ts';
import { ProofBadge, ProofStands } from './proof-stands.tsx';
import { Standing } from './standing.tsx';
import { texts } from './texts.ts';
import { useKeptProof } from './use-proof.ts';

type ProofRun = components['schemas']['ProofRun'];

/** A proof that somebody asked for: each guarantee with what was found of it. */
export default function ProofPage() {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { id } = useParams({ from: '/on-call/guarantees/proofs/$id' });
  const proof = useKeptProof(id);
  return (
    <LoadedPage query={proof}>
      {(found) => (
        <Page
          title={t.proofOf(formatMoment(new Date(found.createdAt), language))}
          mark={found.state === 'Done' ? null : <ProofBadge state={found.state} />}
          above={[
            { title: t.onCall, to: '/on-call' },
            { title: t.title, to: '/on-call/guarantees' },
            { title: t.proofs, to: '/on-call/guarantees/proofs' },
          ]}
        >
          <Stack gap="md">
            <Text size="sm">
              {t.change}: <ChangedObjects replay={found} />
              {found.startedBy !== null && ` · ${t.askedBy}: ${found.startedBy}`}
            </Text>
            <ProofStands proof={found} />
            {found.isCut && <Text size="sm">{t.examplesCut}</Text>}
            {found.state === 'Done' && found.results.length === 0 && (
              <Text size="sm">{t.noGuarantees}</Text>
            )}
            {found.results.map((result, place) => (
              <Result
                key={`${result.guaranteeId ?? place}`}
                result={result}
                from={found.from}
                isOnly={brokenIn(found) === 1}
              />
            ))}
          </Stack>
        </Page>
      )}
    </LoadedPage>
  );
}

function brokenIn({ results }: ProofRun): number {
  return results.filter(({ counterExample }) => counterExample !== null).length;
}

/** The example stands below, at once where it is the only one, else when it is asked for. */
function Result({
  result,
  from,
  isOnly,
}: {
  result: ProofRun['results'][number];
  from: string;
  isOnly: boolean;
}) {
  const { counterExample, told } = result;
  const [isOpen, setIsOpen] = useState(isOnly);
  const toggle = { isOpen, onToggle: () => setIsOpen((was) => !was) };
  return (
    <>
      <InShort result={result} from={from} {...toggle} />
      {isOpen && counterExample && <Example example={counterExample} told={told} />}
    </>
  );
}

function InShort({
  result,
  from,
  isOpen,
  onToggle,
}: {
  result: ProofRun['results'][number];
  from: string;
  isOpen: boolean;
  onToggle(): void;
}) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { guaranteeId, displayName, counterExample } = result;
  return (
    <Part title={displayName} {...(guaranteeId === null ? { note: t.notStored } : {})}>
      <Stack gap="md">
        {guaranteeId !== null && (
          <TextLink to="/on-call/guarantees/$id" params={{ id: guaranteeId }}>
            {t.toGuarantee}
          </TextLink>
        )}
        <Standing result={result} checkedAt={from} stateSince={null} isBeingChecked={false} />
        {counterExample && (
          <>
            <Group gap={6}>
              <Text size="sm">
                {t.opens} {shortMoment(Date.parse(counterExample.at), language, ownZone())}
              </Text>
              <SeverityBadge severity={counterExample.severity} />
              <TextLink
                to="/integrations/$integrationId"
                params={{ integrationId: counterExample.integrationId }}
              >
                {counterExample.integration}
              </TextLink>
            </Group>
            <ShortMendings mendings={counterExample.mendings} />
            <div>
              <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={onToggle}>
                {isOpen ? t.hideMinutes : t.showMinutes}
              </Button>
            </div>
          </>
        )}
      </Stack>
    </Part>
  );
}

/** The page of a guarantee has them as code; here they stand below each of several. */
function ShortMendings({ mendings }: Pick<CounterExample, 'mendings'>) {
  const t = useTexts(texts);
  if (mendings.length === 0) return null;
  return (
    <div className="breaks-anywhere">
      <Text size="sm" c="dimmed">
        {t.mendings}
      </Text>
      <ul className="plain-list">
        {mendings.map(({ text, textSentence, code }) => (
          <li key={text}>
            <Text size="sm">
              <Said text={text} sentence={textSentence} />
              {code !== null && <code className="proof-code">{code}</code>}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
