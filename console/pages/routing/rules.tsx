import { Alert, Button, Card, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fieldErrors } from '../../api/problem.ts';
import { BackNotice, ConflictNotice, type Draft, useDraft } from '../../parts/draft/index.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { moved, PlaceButtons } from '../../parts/order/index.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SchemaForm } from '../../parts/schema-form/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { type Rule, useRuleWords } from './rule-words.ts';
import { texts } from './texts.ts';

export interface RulesProps {
  stored: readonly Rule[];
  mayChange: boolean;
  /** Stores them, if they are still as they were `seen`. */
  save: (rules: Rule[], seen: readonly Rule[]) => Promise<unknown>;
  /** Beside the buttons, with what is about to be saved. */
  beside: (rules: Rule[]) => ReactNode;
}

interface Written {
  rules: readonly Rule[];
}

/** The rules in words and in order; one at a time is open for changes. They are saved together. */
export function Rules({ stored, mayChange, save, beside }: RulesProps) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const draft = useDraft<Written>({
    stored: { rules: stored },
    save: ({ rules }, seen) => save([...rules], seen.rules),
    name: 'rules',
  });
  const { error, conflict, isChanged, discard } = draft;
  const { rules } = draft.value;
  const setRules = (rules: readonly Rule[]) => draft.change({ rules });
  const [opened, setOpened] = useState<number | null>(null);
  const open = opened === null ? undefined : rules[opened];
  const nameOf = (place: number) => rules[place]?.displayName || t.ruleName(place + 1);

  return (
    <Stack gap="md">
      {rules.length === 0 && <Empty title={t.noRules}>{t.noRulesHelp}</Empty>}
      <Stack gap="sm" component="ol" className="plain-list" data-list>
        {rules.map((rule, place) => (
          <RuleCard
            key={rule.id ?? `new-${place}`}
            rule={rule}
            name={nameOf(place)}
            place={place}
            count={rules.length}
            mayChange={mayChange}
            onEdit={() => setOpened(place)}
            onMove={(to) => setRules(moved(rules, place, to))}
            onRemove={() => setRules(rules.toSpliced(place, 1))}
          />
        ))}
      </Stack>
      <BackNotice back={draft.back} />
      {error !== null && <ProblemNotice error={error} />}
      {conflict && <ConflictNotice conflict={conflict} discard={discard} />}
      {mayChange && (
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            onClick={() => {
              setRules([...rules, { displayName: '', conditions: {}, actions: {} }]);
              setOpened(rules.length);
            }}
          >
            {t.addRule}
          </Button>
        </Group>
      )}
      {isChanged && <Unsaved draft={draft}>{beside([...rules])}</Unsaved>}
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpened(null)}
        position="right"
        size="lg"
        title={opened === null ? '' : nameOf(opened)}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        {open && opened !== null && (
          <Stack gap="lg">
            <SchemaForm
              schema="RoutingRule"
              value={open}
              fixed={['conditions']}
              errors={fieldErrors(error)}
              path={`rules.${opened}`}
              onChange={(next) => setRules(rules.with(opened, next as Rule))}
            />
            <Button onClick={() => setOpened(null)}>{t.done}</Button>
          </Stack>
        )}
      </Drawer>
    </Stack>
  );
}

function Unsaved({ draft, children }: { draft: Draft<Written>; children: ReactNode }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const { isSaving, discard } = draft;
  return (
    <Alert color="yellow" title={t.unsaved} className="sticks-below">
      <Group>
        <Button loading={isSaving} onClick={() => void draft.submit()}>
          {shared.save}
        </Button>
        <Button variant="default" onClick={discard}>
          {shared.cancel}
        </Button>
        {children}
      </Group>
    </Alert>
  );
}

interface RuleCardProps {
  rule: Rule;
  name: string;
  place: number;
  count: number;
  mayChange: boolean;
  onEdit: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function RuleCard(props: RuleCardProps) {
  const { rule, name, place, count, mayChange, onEdit, onMove, onRemove } = props;
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const { conditions, actions } = useRuleWords()(rule);
  return (
    <Card withBorder component="li" padding="md">
      <Stack gap={6} className="breaks-anywhere">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Title order={2} size="h5">
            {name}
          </Title>
          {mayChange && (
            <Group gap={4} wrap="nowrap">
              <PlaceButtons {...{ title: name, place, count, onMove, onRemove }} />
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t.editRule(name)}
                onClick={onEdit}
              >
                {shared.edit}
              </Button>
            </Group>
          )}
        </Group>
        <Lines title={t.when} lines={conditions} otherwise={t.always} />
        <Lines title={t.thenDo} lines={actions} otherwise={t.nothing} />
      </Stack>
    </Card>
  );
}

function Lines(props: { title: string; lines: readonly string[]; otherwise: string }) {
  const { title, lines, otherwise } = props;
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Text size="sm" c="dimmed" miw={48}>
        {title}
      </Text>
      <Stack gap={2}>
        {(lines.length === 0 ? [otherwise] : lines).map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
    </Group>
  );
}
