import { Button, Group, Modal, Stack } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { coverTexts } from '../../parts/cover/index.ts';
import { ObjectDialogForm, useObjects } from '../../parts/objects/index.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useFocusBack } from '../../parts/use-focus-back.ts';
import { OverrideFields } from './override-fields.tsx';
import { overrideTexts } from './override-texts.ts';

export type Schedule = components['schemas']['OnCallSchedule'];
export type Override = components['schemas']['OnCallOverrideInput'] & { id?: string };

export interface OverrideDialogProps {
  schedule: Schedule;
  override: Override;
  /** Somebody's shift was opened, which others may take. */
  isShift?: boolean;
  /** Asks others to take the shift that was opened. */
  onAsk?: () => void;
  onClose: () => void;
}

/** Puts somebody else on call by a schedule for a time. */
export function OverrideDialog({
  schedule,
  override,
  isShift,
  onAsk,
  onClose,
}: OverrideDialogProps) {
  useFocusBack();
  const t = useTexts(overrideTexts);
  const cover = useTexts(coverTexts);
  const shared = useTexts(sharedTexts);
  const { person } = useMe();
  const mayAdminister = useMayAdminister(schedule.teamId);
  const { id, end = null } = override;
  const changesHands = isShift && (end === null || Date.parse(end) > Date.now());
  const mayWrite = mayAdminister || override.userId === person.id;
  return (
    <Modal
      opened
      onClose={onClose}
      title={id === undefined ? t.add : t.title}
      size="lg"
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <Stack>
        {changesHands && override.userId !== person.id && (
          <TakeShift schedule={schedule} override={override} onClose={onClose} />
        )}
        {changesHands && mayWrite && onAsk && (
          <Group>
            <Button variant="light" onClick={onAsk}>
              {cover.ask}
            </Button>
          </Group>
        )}
        {mayWrite && (
          <ObjectDialogForm kind="override" object={override} members={[]} onClose={onClose}>
            {(draft, change, errors) => (
              <OverrideFields
                schedule={schedule}
                // Begins as an override, and changes by these fields only.
                override={draft as unknown as Override}
                onlySelf={!mayAdminister}
                errors={errors}
                onChange={(changes) => change({ ...draft, ...changes })}
              />
            )}
          </ObjectDialogForm>
        )}
      </Stack>
    </Modal>
  );
}

/** The short way to be on call instead of somebody, which everybody has whom the schedule names. */
function TakeShift({ schedule, override, onClose }: OverrideDialogProps) {
  const t = useTexts(overrideTexts);
  const tell = useTell();
  const { refresh } = useObjects('override');
  const take = api.useMutation('post', '/on-call/take-shift');
  return (
    <Stack gap="xs">
      {take.error && <ProblemNotice error={take.error} />}
      <Group>
        <Button
          variant="light"
          loading={take.isPending}
          onClick={() =>
            take.mutate(
              {
                body: {
                  scheduleId: schedule.id,
                  userId: override.userId,
                  start: override.start ?? '',
                  end: override.end ?? '',
                },
              },
              {
                async onSuccess() {
                  await refresh();
                  tell.done(t.took);
                  onClose();
                },
              },
            )
          }
        >
          {t.take}
        </Button>
      </Group>
    </Stack>
  );
}
