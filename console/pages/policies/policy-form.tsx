import { Button, Fieldset, Grid, Group, Stack, Title } from '@mantine/core';
import { isSame } from '../../api/is-same.ts';
import { Icon } from '../../parts/icon.tsx';
import { KindForm, type KindFormProps } from '../../parts/objects/index.ts';
import { moved, useReorder } from '../../parts/order/index.ts';
import { dueMinutes, newStep, type PolicyInput, type Step } from '../../parts/policies/policy.ts';
import { texts } from '../../parts/policies/texts.ts';
import { SchemaForm } from '../../parts/schema-form/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { StepCard } from './step-card.tsx';
import { WhoWouldBeTold } from './who-would-be-told.tsx';

const general = ['displayName', 'description', 'teamId', 'isDefault', 'labels'] as const;

export type PolicyFormProps = Pick<
  KindFormProps,
  'id' | 'stored' | 'save' | 'saveLabel' | 'isReadOnly'
>;

/** A policy as it is written: its steps, beside them who would be told, and what is of the whole below. */
export function PolicyForm(form: PolicyFormProps) {
  const t = useTexts(texts);
  const { id, isReadOnly = false } = form;
  return (
    <KindForm {...form} kind="policy" members={[]}>
      {(draft, change, found) => {
        // Begins as a policy, and changes by the fields of one.
        const policy = draft as unknown as PolicyInput;
        const errors = found as Record<string, string>;
        const fields = {
          schema: 'EscalationPolicyInput',
          value: draft,
          onChange: change,
          errors,
          isDisabled: isReadOnly,
        };
        const steps = (
          <Steps
            steps={policy.steps}
            ownId={id}
            errors={errors}
            isDisabled={isReadOnly}
            onChange={(next) => change({ ...draft, steps: next })}
          />
        );
        return (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Stack gap="lg">
                <SchemaForm
                  {...fields}
                  members={general.filter((name) => id === null || name !== 'teamId')}
                />
                {steps}
                <Fieldset legend={t.ending}>
                  <SchemaForm
                    {...fields}
                    // All that there is beside them, also what the document gains.
                    without={[...general, 'steps']}
                  />
                </Fieldset>
              </Stack>
            </Grid.Col>
            {id !== null && (
              <Grid.Col span={{ base: 12, lg: 5 }}>
                <div className="tier-beside">
                  <WhoWouldBeTold id={id} isChanged={!isSame(draft, form.stored)} />
                </div>
              </Grid.Col>
            )}
          </Grid>
        );
      }}
    </KindForm>
  );
}

interface StepsProps {
  steps: readonly Step[];
  ownId: string | null;
  errors: Record<string, string>;
  isDisabled: boolean;
  onChange: (steps: Step[]) => void;
}

const stepsMax = 100;

function Steps({ steps, ownId, errors, isDisabled, onChange }: StepsProps) {
  const t = useTexts(texts);
  const move = (from: number, to: number) => onChange(moved(steps, from, to));
  const reorder = useReorder(move);
  const due = dueMinutes(steps);
  return (
    <Stack gap="md" data-list>
      <Title order={2} size="h4">
        {t.steps}
      </Title>
      {steps.map((step, place) => (
        <StepCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a step
          key={place}
          place={place}
          count={steps.length}
          step={step}
          dueAfterMinutes={due[place] ?? 0}
          {...{ errors, ownId, reorder, isDisabled }}
          onChange={(next) => onChange(steps.with(place, next))}
          onMove={(to) => move(place, to)}
          onRemove={() => onChange(steps.toSpliced(place, 1))}
        />
      ))}
      {!isDisabled && (
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            disabled={steps.length >= stepsMax}
            onClick={() => onChange([...steps, newStep(steps.length === 0)])}
          >
            {t.addStep}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
