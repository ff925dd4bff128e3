import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNames } from '../names.ts';
import { type Severity, useSeverityTexts } from '../severity-badge.tsx';
import { useTexts } from '../texts.tsx';
import type { FieldsProps } from './action-dialog.tsx';
import { actionTexts } from './action-texts.ts';
import { dialogTexts } from './dialog-texts.ts';
import { severityOf } from './incident.ts';
import { useFields } from './use-fields.ts';

/** Words for the others, and on request for the customers. An escalation needs none. */
export function CommentFields({
  onChange,
  intent = 'Commented',
}: FieldsProps & { intent?: 'Commented' | 'Escalated' }) {
  const d = useTexts(dialogTexts);
  const { value, change } = useFields({
    name: intent,
    initial: { message: '', isPublic: false },
    toOperations({ message, isPublic }) {
      const text = message.trim();
      if (text === '' && intent === 'Commented') return null;
      const words = text === '' ? {} : { message: text, messageIsPublic: isPublic };
      return { appendIntent: { intent, ...words } };
    },
    onChange,
  });
  return (
    <Stack gap="xs">
      <Textarea
        data-autofocus
        label={intent === 'Commented' ? d.comment : d.message}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={5000}
        value={value.message}
        onChange={({ currentTarget }) => change({ message: currentTarget.value })}
      />
      {intent === 'Commented' && (
        <Checkbox
          label={d.isPublic}
          description={d.isPublicHelp}
          checked={value.isPublic}
          onChange={({ currentTarget }) => change({ isPublic: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

export function SeverityFields({ first, onChange }: FieldsProps) {
  const severities = useSeverityTexts();
  const { names } = useTexts(actionTexts);
  const d = useTexts(dialogTexts);
  const [severity, setSeverity] = useState<Severity>(severityOf(first));
  return (
    <Select
      data-autofocus
      label={names.severity}
      description={d.severityHelp}
      allowDeselect={false}
      data={(['Critical', 'Warning', 'Minor'] as const).map((value) => ({
        value,
        label: severities[value],
      }))}
      value={severity}
      onChange={(value) => {
        setSeverity(value as Severity);
        onChange({ changeSeverity: { severity: value as Severity } });
      }}
    />
  );
}

export function TitleFields({ first, onChange }: FieldsProps) {
  const { names } = useTexts(actionTexts);
  const { value, change } = useFields({
    name: 'title',
    initial: { title: first.title },
    toOperations({ title }) {
      const text = title.trim();
      return text === '' || text === first.title ? null : { changeTitle: { title: text } };
    },
    onChange,
  });
  return (
    <TextInput
      data-autofocus
      label={names.title}
      maxLength={1920}
      value={value.title}
      onChange={({ currentTarget }) => change({ title: currentTarget.value })}
    />
  );
}

export function ForwardFields({ onChange }: FieldsProps) {
  const d = useTexts(dialogTexts);
  const tools = useNames('OutboundIntegration');
  return (
    <Select
      data-autofocus
      label={d.tool}
      searchable
      data={[...(tools.data ?? [])].map(([value, label]) => ({ value, label }))}
      nothingFoundMessage={tools.isPending ? d.searching : d.noTool}
      onChange={(id) =>
        onChange(
          id === null
            ? null
            : {
                appendIntent: {
                  intent: 'Forwarded',
                  intentOptions: { forwardingOptions: { outboundIntegration: { id } } },
                },
              },
        )
      }
    />
  );
}
