import { Group, Text, TextInput } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { ownZone } from '../../parts/local-time.ts';
import { ObjectForm } from '../../parts/object-form.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { MaintenancePreviews } from './maintenance-previews.tsx';
import { fromField, toField } from './maintenance-times.ts';
import { texts } from './texts.ts';

type Input = components['schemas']['ServiceMaintenanceInput'];

export interface MaintenanceFormProps {
  stored: Record<string, unknown>;
  saveLabel?: string;
  isReadOnly?: boolean;
  save(body: Input, seen: object): Promise<unknown>;
}

/** The form of a maintenance; its times are in the zone of the browser. */
export function MaintenanceForm({
  stored,
  saveLabel,
  isReadOnly = false,
  save,
}: MaintenanceFormProps) {
  const t = useTexts(texts);
  const zone = ownZone();
  return (
    <ObjectForm
      schema="ServiceMaintenanceInput"
      stored={stored}
      without={['start', 'end']}
      isReadOnly={isReadOnly}
      {...(saveLabel === undefined ? {} : { saveLabel })}
      save={(body, seen) => save(body as Input, seen)}
      aside={(body, isChanged) => (
        <MaintenancePreviews
          body={body as Partial<Input>}
          stored={stored as { id?: string } & Partial<Input>}
          isChanged={isChanged}
          mayChange={!isReadOnly}
        />
      )}
    >
      {(draft, change, errors) => (
        <div>
          <Group align="flex-start" gap="md">
            {(['start', 'end'] as const).map((name) => (
              <TextInput
                key={name}
                type="datetime-local"
                required
                disabled={isReadOnly}
                label={name === 'start' ? t.startLabel : t.endLabel}
                error={errors[name] as string | undefined}
                value={toField(draft[name])}
                onChange={(event) =>
                  change({ ...draft, [name]: fromField(event.currentTarget.value) })
                }
              />
            ))}
          </Group>
          <Text size="sm" mt={4}>
            {t.times(zone)}
          </Text>
        </div>
      )}
    </ObjectForm>
  );
}
