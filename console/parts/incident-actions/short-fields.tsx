import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNames } from '../names.ts';
import { type Severity, useSeverityTexts } from '../severity-badge.tsx';
import { useTexts } from '../texts.tsx';
import type { FieldsProps } from './action-dialog.tsx';
import { actionTexts } from './action-texts.ts';
import { dialogTexts } from './dialog-texts.ts';
import { severityOf } from './incident.ts';

/** Words for the others, and on request for the customers. An escalation needs none. */
export function CommentFields({
  onChange,
  intent = 'Commented',
}: FieldsProps & { intent?: 'Commented' | 'Escalated' }) {
  const d = useTexts(dialogTexts);
  const [message, setMessage] = useState('');
  const [isPublic, setIsPublic] = useState(false);
  function change(next: { message: string; isPublic: boolean }): void {
    setMessage(next.message);
    setIsPublic(next.isPublic);
    const text = next.message.trim();
    if (text === '' && intent === 'Commented') {
      onChange(null);
      return;
    }
    onChange({
      appendIntent: {
        intent,
        ...(text === '' ? {} : { message: text, messageIsPublic: next.isPublic }),
      },
    });
  }
  return (
    <Stack gap="xs">
      <Textarea
        data-autofocus
        label={intent === 'Commented' ? d.comment : d.message}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={5000}
        value={message}
        onChange={({ currentTarget }) => change({ message: currentTarget.value, isPublic })}
      />
      {intent === 'Commented' && (
        <Checkbox
          label={d.isPublic}
          description={d.isPublicHelp}
          checked={isPublic}
          onChange={({ currentTarget }) => change({ message, isPublic: currentTarget.checked })}
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
  const [title, setTitle] = useState(first.title);
  return (
    <TextInput
      data-autofocus
      label={names.title}
      maxLength={1920}
      value={title}
      onChange={({ currentTarget: { value } }) => {
        setTitle(value);
        const text = value.trim();
        onChange(text === '' || text === first.title ? null : { changeTitle: { title: text } });
      }}
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
