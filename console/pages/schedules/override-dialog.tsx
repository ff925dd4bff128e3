import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
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
  onClose: () => void;
}

/** Puts somebody else on call by a schedule for a time. */
export function OverrideDialog({ schedule, override, isShift, onClose }: OverrideDialogProps) {
  useFocusBack();
  const t = useTexts(overrideTexts);
  const shared = useTexts(sharedTexts);
  const { person } = useMe();
  const mayAdminister = useMayAdminister(schedule.teamId);
  const refresh = useRefreshSchedules();
  const { id } = override;
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
        {isShift && override.userId !== person.id && (
          <TakeShift schedule={schedule} override={override} onClose={onClose} />
        )}
        {mayWrite && (
          <ObjectForm
            schema="OnCallOverrideInput"
            stored={{ ...override }}
            members={[]}
            saveLabel={shared.save}
            beside={(body) => (
              <AsCodeButton
                type="tocsin_on_call_override"
                id={id ?? null}
                value={{ ...override, ...body }}
              />
            )}
            save={async (body, seen) => {
              // As checked by the server: the form is made from the same document.
              const input = body as unknown as Override;
              const { error } =
                id === undefined
                  ? await publicApi.POST('/on-call-override', { body: input })
                  : await publicApi.PUT('/on-call-override/{id}', {
                      params: { path: { id }, header: asSeen(seen) },
                      body: input,
                    });
              if (error) throw error;
              await refresh();
              onClose();
            }}
          >
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
          </ObjectForm>
        )}
      </Stack>
    </Modal>
  );
}

/** The short way to be on call instead of somebody, which everybody has whom the schedule names. */
function TakeShift({ schedule, override, onClose }: OverrideDialogProps) {
  const t = useTexts(overrideTexts);
  const tell = useTell();
  const refresh = useRefreshSchedules();
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

/** Overrides and days by hand decide what all pages of schedules show. */
export function useRefreshSchedules() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path] }) =>
        /^\/(temporary-schedule|on-call-schedule|on-call-override)/.test(String(path)),
    });
}
