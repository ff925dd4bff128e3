import { ActionIcon, Button, Fieldset, Group, Select, Stack } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { Icon } from '../../parts/icon.tsx';
import { useNames } from '../../parts/names.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export type Answer = components['schemas']['RehearsedBehaviour']['answers'];
/** Null until somebody is chosen. */
export interface PersonDraft {
  userId: string | null;
  answers: Answer;
}

const answers: readonly Answer[] = [
  'PicksUp',
  'NoAnswer',
  'Busy',
  'Failed',
  'OwnVoicemail',
  'InCall',
];

/** Chooses what a person does when their phone rings. */
export function AnswerSelect(props: {
  label: string;
  description?: string;
  value: Answer;
  onChange: (answer: Answer) => void;
}) {
  const t = useTexts(texts);
  const { onChange, ...rest } = props;
  return (
    <Select
      {...rest}
      allowDeselect={false}
      data={answers.map((value) => ({ value, label: t.answers[value] }))}
      onChange={(chosen) => {
        const answer = answers.find((one) => one === chosen);
        if (answer) onChange(answer);
      }}
    />
  );
}

/** The people who do something else than everybody. */
export function RehearsedPeople(props: {
  people: readonly PersonDraft[];
  onChange: (people: PersonDraft[]) => void;
  errors: Record<string, string>;
}) {
  const { people, onChange, errors } = props;
  const t = useTexts(texts);
  const names = useNames('User');
  return (
    <Fieldset legend={t.people}>
      <Stack gap="sm">
        {people.map((person, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nobody is chosen yet, or the same person twice
          <Group key={place} align="flex-end" gap="sm">
            <Select
              label={t.person(place + 1)}
              searchable
              data={[...(names.data ?? [])].map(([value, label]) => ({ value, label }))}
              value={person.userId}
              error={errors[`people.${place}.userId`]}
              onChange={(userId) => onChange(people.with(place, { ...person, userId }))}
            />
            <AnswerSelect
              label={t.personDoes(place + 1)}
              value={person.answers}
              onChange={(answer) => onChange(people.with(place, { ...person, answers: answer }))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t.removePerson(place + 1)}
              onClick={() => onChange(people.toSpliced(place, 1))}
            >
              <Icon name="cross" />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange([...people, { userId: null, answers: 'PicksUp' }])}
          >
            {t.addPerson}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
