import { Alert, Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { Code } from '../../parts/code.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Said } from '../../parts/said/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Head = components['schemas']['AuditLogHead'];

/** Whether anybody altered the log: every entry recomputed, and compared with heads that were kept elsewhere. */
export function VerifyChain() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const [opened, { open, close }] = useDisclosure(false);
  const [text, setText] = useState('');
  const verifying = api.useMutation('post', '/auditlog/verify');
  const heads = headsIn(text);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="shield" size={16} />} onClick={open}>
        {t.verify}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t.verify}
        size="lg"
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <Stack>
          <Text size="sm">{t.verifyHelp}</Text>
          <Textarea
            label={t.heads}
            autosize
            minRows={2}
            maxRows={8}
            value={text}
            error={heads === null ? t.headsWrong : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group>
            <Button
              disabled={heads === null}
              loading={verifying.isPending}
              onClick={() => verifying.mutate({ body: { heads } })}
            >
              {t.run}
            </Button>
          </Group>
          {Boolean(verifying.error) && <ProblemNotice error={verifying.error} isQuestion />}
          {verifying.data && <Verdict found={verifying.data} />}
        </Stack>
      </Modal>
    </>
  );
}

function Verdict({ found }: { found: components['schemas']['AuditLogVerification'] }) {
  const t = useTexts(texts);
  const { isUntouched, entries, faults, faultSentences, notes, noteSentences, head } = found;
  const sentences = [...faultSentences, ...noteSentences];
  return (
    <Stack gap="sm">
      <Alert
        role="status"
        variant="light"
        color={isUntouched ? 'blue' : 'red'}
        title={isUntouched ? t.untouched(entries) : t.faults(faults.length)}
      >
        {faults.length + notes.length > 0 && (
          <List size="sm">
            {[...faults, ...notes].map((text, at) => (
              <List.Item key={text}>
                <Said text={text} sentence={sentences[at] ?? null} />
              </List.Item>
            ))}
          </List>
        )}
      </Alert>
      {head && (
        <>
          <Text size="sm">{t.keepHead}</Text>
          <Code text={JSON.stringify(head)} label={t.head} />
        </>
      )}
    </Stack>
  );
}

/** Null when a line is no head. */
function headsIn(text: string): Head[] | null {
  try {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const heads = lines.map((line): unknown => JSON.parse(line));
    return heads.every(isHead) ? heads : null;
  } catch {
    return null;
  }
}

function isHead(value: unknown): value is Head {
  return (
    typeof value === 'object' &&
    value !== null &&
    'organizationId' in value &&
    'sequence' in value &&
    'hash' in value
  );
}
