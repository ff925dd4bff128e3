import { SchemaForm } from '../../parts/schema-form/index.ts';
import { settingsMemberOf, settingsSchema } from './settings-members.ts';

type Fields = Record<string, unknown>;

export interface TypeSettingsProps {
  type: { id: string };
  draft: Fields;
  change: (draft: Fields) => void;
  errors: Fields;
  isDisabled?: boolean;
}

/** The settings that only this type has: what is checked, when a sign of life is due, which mail addresses. */
export function TypeSettings({ type, draft, change, errors, isDisabled }: TypeSettingsProps) {
  const member = settingsMemberOf(type);
  if (member === null) return null;
  return (
    <SchemaForm
      schema={settingsSchema()}
      members={[member]}
      fixed={[member]}
      value={(draft.integrationSettings ?? {}) as Fields}
      onChange={(integrationSettings) => change({ ...draft, integrationSettings })}
      errors={errors as Record<string, string>}
      path="integrationSettings"
      isDisabled={isDisabled}
    />
  );
}
