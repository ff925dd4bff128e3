import { SchemaForm } from '../../parts/schema-form/index.ts';
import { settingsMemberOf, settingsSchema } from './settings-members.ts';

type Fields = Record<string, unknown>;

export interface TypeSettingsProps {
  type: { id: string };
  /** The schema of the request; its `members` are shown before the settings of the type. */
  schema: string;
  members: readonly string[];
  draft: Fields;
  change: (draft: Fields) => void;
  errors: Fields;
  isDisabled?: boolean;
}

/**
 * How it is called, then the settings that only this type has: what is checked, when a sign of life is due, which mail
 * addresses.
 */
export function TypeSettings(props: TypeSettingsProps) {
  const { type, schema, members, draft, change, errors, isDisabled } = props;
  const member = settingsMemberOf(type);
  const shared = { errors: errors as Record<string, string>, isDisabled };
  const first = (
    <SchemaForm schema={schema} members={members} value={draft} onChange={change} {...shared} />
  );
  if (member === null) return first;
  return (
    <>
      {first}
      <SchemaForm
        schema={settingsSchema()}
        members={[member]}
        fixed={[member]}
        value={(draft.integrationSettings ?? {}) as Fields}
        onChange={(integrationSettings) => change({ ...draft, integrationSettings })}
        path="integrationSettings"
        {...shared}
      />
    </>
  );
}
