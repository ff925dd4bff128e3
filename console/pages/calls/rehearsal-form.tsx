import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { CallFlow } from '../../parts/call-flow/index.ts';
import { useKept } from '../../parts/draft/index.ts';
import { instantOf, ownZone } from '../../parts/local-time.ts';
import { SchemaForm } from '../../parts/schema-form/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import {
  type Answer,
  AnswerSelect,
  type PersonDraft,
  RehearsedPeople,
} from './rehearsed-people.tsx';
import { texts } from './texts.ts';

export type Script = components['schemas']['CallRehearsalInput'];

export interface RehearsalFormProps {
  /** The settings that are stored, from which others begin. */
  storedFlow: Script['callFlowConfig'];
  phoneNumber: string | null;
  /** The team of the integration. */
  teamId: string;
  run: (script: Script) => void;
  isRunning: boolean;
  errors: Record<string, string>;
}

interface Written {
  caller: string;
  at: string;
  keys: string;
  others: Answer;
  people: PersonDraft[];
  /** The members that need no better field than the document gives. */
  rest: Record<string, unknown>;
}

const begin: Written = {
  caller: '+4915112345678',
  at: '',
  keys: '',
  others: 'PicksUp',
  people: [],
  rest: {},
};

/** Who calls, when, what they press, and what becomes of those who are rung. */
export function RehearsalForm(props: RehearsalFormProps) {
  const { storedFlow, phoneNumber, teamId, run, isRunning, errors } = props;
  const t = useTexts(texts);
  const zone = ownZone();
  const { value, set } = useKept('rehearsal', begin, { isOfTab: true });
  const { caller, at, keys, others, people, rest } = value;
  const change = (part: Partial<Written>) => set({ ...value, ...part });
  const hasFlow = rest.callFlowConfig !== undefined && rest.callFlowConfig !== null;
  const script: Script = {
    ...rest,
    callerNumber: caller.trim() || null,
    at: at === '' ? null : new Date(instantOf(at, zone)).toISOString(),
    keys: keysOf(keys),
    others: { answers: others },
    people: people.flatMap(({ userId, answers }) => (userId === null ? [] : [{ userId, answers }])),
  };
  return (
    <Paper withBorder p="md" radius="md">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run(script);
        }}
      >
        <Stack gap="md">
          <CallFields value={value} change={change} errors={errors} />
          <RehearsedPeople
            people={people}
            onChange={(next) => change({ people: next })}
            errors={errors}
          />
          <SchemaForm
            schema="CallRehearsalInput"
            value={rest}
            onChange={(next) => change({ rest: next })}
            errors={errors}
            members={[
              'hangsUpAfterSeconds',
              'speaksSeconds',
              ...(hasFlow ? ['callFlowConfig'] : []),
            ]}
          />
          {!hasFlow && (
            <Group gap="sm">
              <Button
                variant="default"
                size="xs"
                onClick={() => change({ rest: { ...rest, callFlowConfig: storedFlow ?? {} } })}
              >
                {t.trySettings}
              </Button>
              <Text size="sm" c="dimmed">
                {t.trySettingsHelp}
              </Text>
            </Group>
          )}
          <CallFlow
            phoneNumber={phoneNumber}
            teamId={teamId}
            flow={hasFlow ? (rest.callFlowConfig as Script['callFlowConfig']) : storedFlow}
          />
          <Group>
            <Button type="submit" loading={isRunning}>
              {t.run}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** Who calls, when, and what they and everybody else do. */
function CallFields({
  value: { caller, at, keys, others },
  change,
  errors,
}: {
  value: Written;
  change: (part: Partial<Written>) => void;
  errors: Record<string, string>;
}) {
  const t = useTexts(texts);
  const keyError = Object.entries(errors).find(([member]) => /^keys\b/.test(member))?.[1];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t.callerNumber}
        description={t.callerNumberHelp}
        type="tel"
        value={caller}
        error={errors.callerNumber}
        onChange={(event) => change({ caller: event.currentTarget.value })}
      />
      <TextInput
        label={t.comesInAt}
        description={t.atHelp(ownZone())}
        type="datetime-local"
        value={at}
        error={errors.at}
        onChange={(event) => change({ at: event.currentTarget.value.slice(0, 16) })}
      />
      <TextInput
        label={t.keys}
        description={t.keysHelp}
        value={keys}
        error={keyError}
        onChange={(event) => change({ keys: event.currentTarget.value })}
      />
      <AnswerSelect
        label={t.everybodyElse}
        description={t.everybodyElseHelp}
        value={others}
        onChange={(answer) => change({ others: answer })}
      />
    </SimpleGrid>
  );
}

/** `1-2`: 1, then nothing, then 2. */
function keysOf(text: string): Script['keys'] {
  const keys = [...text.replaceAll(/[\s,]/g, '')];
  return keys.length === 0 ? null : keys.map((key) => (key === '-' ? null : key));
}
