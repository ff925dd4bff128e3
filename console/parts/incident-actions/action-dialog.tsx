import '../fields.ts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { sharedTexts } from '../shared-texts.ts';
import { useTexts } from '../texts.tsx';
import { useFocusBack } from '../use-focus-back.ts';
import { actionTexts } from './action-texts.ts';
import type { ActionName } from './actions.ts';
import { AffectsFields } from './affects-fields.tsx';
import { AssignFields } from './assign-fields.tsx';
import { dialogTexts } from './dialog-texts.ts';
import { HandOverFields } from './hand-over-fields.tsx';
import type { Deed, Incident } from './incident.ts';
import { MergeFields } from './merge-fields.tsx';
import { NoteFields } from './note-fields.tsx';
import { CommentFields, ForwardFields, SeverityFields, TitleFields } from './short-fields.tsx';
import { SnoozeFields } from './snooze-fields.tsx';

export interface ActionDialogProps {
  name: ActionName;
  targets: readonly Incident[];
  isPending: boolean;
  onClose(): void;
  onRun(deed: Deed): Promise<void>;
}

/**
 * Props of each form: the incident that fills it, and a function that takes the change to make; null while something is
 * missing.
 */
export interface FieldsProps {
  first: Incident;
  onChange(deed: Deed | null): void;
  /** Does it at once: one tap says all. */
  onRun(deed: Deed): void;
}

const forms = {
  note: NoteFields,
  handOver: HandOverFields,
  comment: CommentFields,
  escalate: CommentFields,
  assign: AssignFields,
  snooze: SnoozeFields,
  severity: SeverityFields,
  title: TitleFields,
  affects: AffectsFields,
  forward: ForwardFields,
  merge: MergeFields,
} as const;

/** Asks what an action needs to know. Loaded when it is first needed. */
export default function ActionDialog({
  name,
  targets,
  isPending,
  onClose,
  onRun,
}: ActionDialogProps) {
  useFocusBack();
  const t = useTexts(actionTexts);
  const d = useTexts(dialogTexts);
  const shared = useTexts(sharedTexts);
  const [operations, setOperations] = useState<Deed | null>(wordless(name));
  const [first] = targets;
  if (!first) return null;
  const isRemoval = name === 'delete';
  const Form = name in forms ? forms[name as keyof typeof forms] : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isRemoval) void onRun({});
    else if (operations) void onRun(operations);
  }

  return (
    <Modal
      opened
      className={name === 'handOver' ? 'action-sheet' : undefined}
      onClose={onClose}
      title={t.names[name]}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed" lineClamp={3} className="breaks-anywhere">
            {targets.length === 1 ? first.title : d.many(targets.length)}
          </Text>
          {isRemoval && <Text>{d.deleteHelp}</Text>}
          {name === 'escalate' && <Text size="sm">{d.escalateHelp}</Text>}
          {Form && (
            <Form
              first={first}
              onChange={setOperations}
              onRun={(operations) => void onRun(operations)}
              {...(name === 'escalate' ? { intent: 'Escalated' as const } : {})}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button
              type="submit"
              color={isRemoval ? 'red' : undefined}
              loading={isPending}
              disabled={!isRemoval && operations === null}
            >
              {t.names[name === 'note' ? 'resolve' : name]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The change that an action makes when nothing is written. */
function wordless(name: ActionName): Deed | null {
  if (name === 'escalate') return { appendIntent: { intent: 'Escalated' } };
  return name === 'note' ? { appendIntent: { intent: 'Resolved' } } : null;
}
