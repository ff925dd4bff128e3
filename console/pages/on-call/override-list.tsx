import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { type People, shortMoment, type TimelineTeam } from '../../parts/duty-timeline/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import type { Draft, Override } from './override-draft.ts';
import { texts } from './texts.ts';
import { refreshTimelines } from './use-timeline.ts';

/** The overrides of a team within the time that is shown. */
export function OverrideList({
  team,
  people,
  onDraft,
}: {
  team: TimelineTeam;
  people: People;
  onDraft: (draft: Draft) => void;
}) {
  const t = useTexts(texts);
  if (team.overrides.length === 0) return null;
  return (
    <Stack gap={6}>
      <Title order={3} size="sm">
        {t.overrides(team.overrides.length)}
      </Title>
      <OverrideRows
        overrides={team.overrides}
        team={team}
        people={people}
        onEdit={(override) =>
          onDraft({ team, bar: null, start: null, end: null, tier: null, userId: null, override })
        }
      />
    </Stack>
  );
}

export interface OverrideRowsProps {
  overrides: readonly Override[];
  team: TimelineTeam;
  people: People;
  onEdit?: (override: Override) => void;
  onRemoved?: () => void;
}

export function OverrideRows({ overrides, team, people, onEdit, onRemoved }: OverrideRowsProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { person, organization } = useMe();
  const mayAdminister = useMayAdminister(team.team.id);
  const moment = (time: string | null | undefined, open: string) =>
    time ? shortMoment(Date.parse(time), language, team.team.timeZoneId) : open;
  return (
    <Stack gap={6} component="ul" className="on-call-overrides">
      {overrides.map((override) => {
        const { id, userId, type, start, end, replacementUserIds, escalationTier } = override;
        const what = describe(override, people, t);
        const where = [
          escalationTier ? t.tier(escalationTier) : null,
          override.teamId ? null : t.everyTeam,
        ].filter((part) => part !== null);
        const isMine = userId === person.id || (replacementUserIds ?? []).includes(person.id);
        return (
          <Group
            component="li"
            key={id}
            justify="space-between"
            gap="xs"
            className="on-call-override"
            data-type={type}
          >
            <Stack gap={0} className="breaks-anywhere">
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {what}
                </Text>
                <ByCodeBadge isProvisioned={override.isProvisioned} />
              </Group>
              <Text size="xs" c="dimmed">
                {[`${moment(start, t.openStart)} – ${moment(end, t.openEnd)}`, ...where].join(
                  ' · ',
                )}
              </Text>
            </Stack>
            {(mayAdminister || isMine) && !(organization.codeOnly && override.isProvisioned) && (
              <Group gap="xs">
                {onEdit && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t.editLabel(what)}
                    onClick={() => onEdit(override)}
                  >
                    {t.edit}
                  </Button>
                )}
                <RemoveOverride override={override} what={what} onRemoved={onRemoved} />
              </Group>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}

function RemoveOverride({
  override,
  what,
  onRemoved,
}: {
  override: Override;
  what: string;
  onRemoved?: () => void;
}) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const remove = api.useMutation('delete', '/on-call-override/{id}');
  return (
    <Confirm
      label={t.remove}
      of={what}
      size="compact-sm"
      question={t.removeQuestion}
      action={shared.yes}
      mutation={remove}
      onConfirm={async () => {
        await remove.mutateAsync({
          params: { path: { id: override.id }, header: asSeen(override) },
        });
        await refreshTimelines();
        tell.done(t.overrideRemoved);
        onRemoved?.();
      }}
    >
      {override.isProvisioned && <Text size="sm">{t.provisioned}</Text>}
    </Confirm>
  );
}

function describe(
  { type, userId, replacementUserIds }: Override,
  people: People,
  t: (typeof texts)['en'],
): string {
  const name = people.nameOf(userId.toLowerCase());
  if (type === 'online') return t.extraOf(name);
  const others = (replacementUserIds ?? []).map((id) => people.nameOf(id.toLowerCase()));
  return others.length > 0 ? t.replacedBy(name, others.join(', ')) : t.absenceOf(name);
}
