import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../../api/as-seen.ts';
import { api, publicApi } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Team } from '../../../api/save-team.ts';
import { DialogButton } from '../../../parts/dialog-button.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { policiesMax } from '../../../parts/policies/policy.ts';
import { stepMinutesMax } from '../../../parts/policies/step-minutes.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Said } from '../../../parts/said/index.ts';
import { sharedTexts } from '../../../parts/shared-texts.ts';
import { TextLink } from '../../../parts/text-link.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import { texts } from './texts.ts';

type Schemas = components['schemas'];
type Converted = Schemas['ConvertedEscalations'];
type Policy = Schemas['EscalationPolicyInput'];

/** The policy that the team follows instead of its tiers; null while there is none, or it is not known yet. */
export function useFollowed(teamId: string) {
  const { data } = api.useQuery('get', '/escalation-policy/search/list', {
    params: { query: { TeamId: teamId, Limit: policiesMax } },
  });
  return data?.escalationPolicies.find(({ isDefault }) => isDefault) ?? null;
}

/** Says that the tiers rest, and how they come back. */
export function FollowsPolicy({ policy }: { policy: Schemas['EscalationPolicy'] }) {
  const t = useTexts(texts);
  return (
    <Alert color="blue" variant="light" title={t.follows(policy.displayName)}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.followsHelp}</Text>
        <TextLink to="/on-call/policies/$id" params={{ id: policy.id }}>
          {t.toPolicy}
        </TextLink>
      </Stack>
    </Alert>
  );
}

/** Shows what the tiers would be as schedules and a policy, and makes them. */
export function AsPolicy({ team }: { team: Team }) {
  const t = useTexts(texts);
  return (
    <DialogButton label={t.convert} title={t.convertTitle(team.displayName)} width="lg">
      {(close) => <Proposal team={team} onClose={close} />}
    </DialogButton>
  );
}

function Proposal({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const navigate = useNavigate();
  const converted = api.useQuery('get', '/team-escalations/{id}/as-policy', {
    params: { path: { id: team.id } },
  });
  const apply = useMutation({
    mutationFn: makePolicy,
    async onSuccess(id) {
      await queryClient.invalidateQueries();
      await navigate({ to: '/on-call/policies/$id', params: { id } });
    },
  });
  return (
    <Loaded query={converted} lines={4}>
      {({ schedules, policy, differences }) => (
        <Stack gap="md" className="breaks-anywhere">
          <Text size="sm">{t.convertHelp}</Text>
          {policy && (
            <Stack gap={4}>
              <Text size="sm" fw={600}>
                {t.convertSteps(policy.displayName)}
              </Text>
              <List size="sm" type="ordered">
                {stepsOf(policy, schedules).map(({ key, minutes, names }) => (
                  <List.Item key={key}>
                    {minutes === null ? t.stepNever : t.stepAfter(minutes)}{' '}
                    {names.length > 0 ? names.join(', ') : t.stepAssigns}
                  </List.Item>
                ))}
              </List>
            </Stack>
          )}
          {differences.length === 0 ? (
            <Text size="sm">{t.noDifferences}</Text>
          ) : (
            <Alert color="orange" variant="light" title={t.differences}>
              <List size="sm">
                {differences.map(({ text, textSentence }) => (
                  <List.Item key={text}>
                    <Said text={text} sentence={textSentence} />
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
          <Text size="sm" c="dimmed">
            {t.convertUndo}
          </Text>
          {Boolean(apply.error) && <ProblemNotice error={apply.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            {policy && (
              <Button loading={apply.isPending} onClick={() => apply.mutate({ schedules, policy })}>
                {t.convertNow}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Loaded>
  );
}

interface ShownStep {
  key: string;
  /** Null: only where nobody of the step before can be told. */
  minutes: number | null;
  names: string[];
}

function stepsOf({ steps }: Policy, schedules: Converted['schedules']): ShownStep[] {
  const names = new Map(schedules.map(({ id, schedule }) => [id, schedule.displayName]));
  const never = stepMinutesMax();
  return steps.map(({ afterMinutes = null, targets }, place) => ({
    key: String(place),
    minutes: (afterMinutes ?? 0) >= never ? null : (afterMinutes ?? 0),
    names: (targets ?? []).flatMap(({ scheduleId }) => names.get(scheduleId ?? '') ?? []),
  }));
}

/** Schedules first, then the policy that names them; all or nothing, as far as this browser can see to it. */
async function makePolicy({
  schedules,
  policy,
}: {
  schedules: Converted['schedules'];
  policy: Policy;
}): Promise<string> {
  const made = new Map<string, Schemas['OnCallSchedule']>();
  try {
    for (const { id, schedule } of schedules) {
      const { data, error } = await publicApi.POST('/on-call-schedule', {
        params: { query: {} },
        body: schedule,
      });
      if (error) throw error;
      made.set(id, data);
    }
    const steps = policy.steps.map((step) => ({
      ...step,
      targets: (step.targets ?? []).map((target) => ({
        ...target,
        scheduleId: made.get(target.scheduleId ?? '')?.id ?? target.scheduleId ?? null,
      })),
    }));
    const { data, error } = await publicApi.POST('/escalation-policy', {
      params: { query: {} },
      body: { ...policy, steps },
    });
    if (error) throw error;
    return data.id;
  } catch (error) {
    for (const schedule of made.values())
      await publicApi.DELETE('/on-call-schedule/{id}', {
        params: { path: { id: schedule.id }, header: asSeen(schedule) },
      });
    throw error;
  }
}
