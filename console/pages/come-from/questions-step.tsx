import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { choiceOf } from '../../parts/schema-form/choices.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import type { Outcome, Question } from './protocol.ts';
import { texts } from './texts.ts';
import type { UsedImport } from './use-import.ts';

export interface QuestionsStepProps {
  used: UsedImport;
  outcome: Outcome;
  onDone: () => void;
}

/** The questions that only the person can answer, each with the usual answer. */
export function QuestionsStep({ used: { choices, isBusy }, outcome, onDone }: QuestionsStepProps) {
  const t = useTexts(texts);
  const questions = outcome.outcome === 'written' ? outcome.result.questions : outcome.questions;
  const answer = (id: string, text: string) =>
    choices.set({ ...choices.value, answers: { ...choices.value.answers, [id]: text } });
  return (
    <Stack gap="md">
      {outcome.outcome === 'needsAnswers' && <Text size="sm">{t.needsAnswers}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {questions.map((question) => (
          <QuestionField
            key={question.id}
            question={question}
            value={choices.value.answers[question.id] ?? question.usual ?? ''}
            onAnswer={(text) => answer(question.id, text)}
          />
        ))}
      </SimpleGrid>
      <Group>
        <Button disabled={outcome.outcome === 'needsAnswers'} loading={isBusy} onClick={onDone}>
          {t.next}
        </Button>
      </Group>
    </Stack>
  );
}

interface QuestionFieldProps {
  question: Question;
  value: string;
  onAnswer: (text: string) => void;
}

function QuestionField({ question, value, onAnswer }: QuestionFieldProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { id, text, choices, usual } = question;
  const [kind = '', of = ''] = id.split(/:(.*)/s);
  const known = t.asked[kind as keyof typeof t.asked] as ((of: string) => string) | undefined;
  const label = known ? known(of) : <span lang="en">{text}</span>;
  if (choices)
    return (
      <Select
        label={label}
        data={choices.map((choice) => ({
          value: choice,
          // Others are names that the source has.
          label: kind === 'severity' ? choiceOf(choice, language) : choice,
        }))}
        value={value || null}
        allowDeselect={false}
        onChange={(chosen) => chosen !== null && onAnswer(chosen)}
      />
    );
  return (
    <TextInput
      label={label}
      description={kind === 'receiver' ? t.receiverHelp : undefined}
      placeholder={usual ?? undefined}
      value={value}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  );
}
