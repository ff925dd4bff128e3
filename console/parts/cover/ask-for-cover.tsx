import {
  Button,
  Checkbox,
  Group,
  Modal,
  MultiSelect,
  Select,
  Stack,
  Textarea,
} from '@mantine/core';
import { resolved, schemaNamed } from '../../../openapi/types/request-schemas.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { BackNotice, useKept } from '../draft/index.ts';
import { MomentField } from '../moment-field.tsx';
import { useNames } from '../names.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { sharedTexts } from '../shared-texts.ts';
import { useTell } from '../tell.tsx';
import { useTexts } from '../texts.tsx';
import { useFocusBack } from '../use-focus-back.ts';
import type { AskForCoverProps, CoverDraft } from './ask.tsx';
import { coverTexts } from './texts.ts';
import { useCoverRefresh } from './use-cover.ts';

const { noticeOutboundIntegrationIds = {} } = schemaNamed('CoverRequestInput').properties ?? {};
const { 'x-reference-types': told } = resolved(noticeOutboundIntegrationIds);

/** Asks others to take a shift. */
export default function AskForCoverDialog({
  draft,
  onChange,
  zone,
  onlySelf,
  onClose,
}: AskForCoverProps) {
  useFocusBack();
  const t = useTexts(coverTexts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const refresh = useCoverRefresh();
  const asking = api.useMutation('post', '/cover-request');
  const { value: message, set: setMessage, settle, back } = useKept('cover message', '');
  const { start, end, gives } = draft;
  const isReady = start !== null && end !== null && (!gives || (gives.start && gives.end));
  const send = () => {
    if (start === null || end === null) return;
    const inReturn = gives?.start && gives.end ? [{ start: gives.start, end: gives.end }] : null;
    asking.mutate(
      {
        body: {
          ...draft,
          message: message || null,
          start,
          end,
          kind: inReturn ? 'swap' : 'cover',
          gives: inReturn,
        },
      },
      {
        async onSuccess() {
          await refresh();
          settle('');
          tell.done(t.sent);
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.ask}
      size="lg"
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <Stack>
        {asking.error && <ProblemNotice error={asking.error} />}
        <Fields
          draft={draft}
          zone={zone}
          onlySelf={onlySelf}
          onChange={(changes) => onChange({ ...draft, ...changes })}
        />
        <Textarea
          label={t.message}
          autosize
          minRows={2}
          maxLength={1000}
          value={message}
          onChange={({ currentTarget: { value } }) => setMessage(value)}
        />
        <BackNotice back={back} />
        <Group justify="flex-end">
          <Button loading={asking.isPending} disabled={!isReady} onClick={send}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface FieldsProps {
  draft: CoverDraft;
  zone: string;
  onlySelf: boolean;
  onChange: (changes: Partial<CoverDraft>) => void;
}

function Fields({ draft, zone, onlySelf, onChange }: FieldsProps) {
  const t = useTexts(coverTexts);
  const { person } = useMe();
  const names = useNames('User');
  const tools = useNames('OutboundIntegration', told).data ?? new Map<string, string>();
  const { gives } = draft;
  const people = [...(names.data ?? [])].map(([value, label]) => ({ value, label }));
  return (
    <>
      <Select
        label={t.person}
        data={onlySelf ? people.filter(({ value }) => value === person.id) : people}
        value={draft.userId}
        searchable
        allowDeselect={false}
        onChange={(userId) => userId && onChange({ userId })}
      />
      <Group grow align="flex-start">
        <MomentField
          label={t.start}
          zone={zone}
          value={draft.start}
          onChange={(value) => onChange({ start: value })}
        />
        <MomentField
          label={t.end}
          zone={zone}
          value={draft.end}
          onChange={(value) => onChange({ end: value })}
        />
      </Group>
      <MultiSelect
        label={t.asked}
        placeholder={draft.askedUserIds?.length ? undefined : t.everybody}
        data={people.filter(({ value }) => value !== draft.userId)}
        value={draft.askedUserIds ?? []}
        searchable
        onChange={(ids) => onChange({ askedUserIds: ids.length > 0 ? ids : null })}
      />
      {tools.size > 0 && (
        <MultiSelect
          label={t.tools}
          description={t.toolsHelp}
          data={[...tools].map(([value, label]) => ({ value, label }))}
          value={draft.noticeOutboundIntegrationIds ?? []}
          searchable
          onChange={(ids) =>
            onChange({ noticeOutboundIntegrationIds: ids.length > 0 ? ids : null })
          }
        />
      )}
      <Checkbox
        label={t.swap}
        checked={Boolean(gives)}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ gives: checked ? { start: null, end: null } : null })
        }
      />
      {gives && (
        <Group grow align="flex-start">
          <MomentField
            label={t.givesStart}
            zone={zone}
            value={gives.start}
            onChange={(value) => onChange({ gives: { ...gives, start: value } })}
          />
          <MomentField
            label={t.givesEnd}
            zone={zone}
            value={gives.end}
            onChange={(value) => onChange({ gives: { ...gives, end: value } })}
          />
        </Group>
      )}
    </>
  );
}
