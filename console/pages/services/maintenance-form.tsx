import { Group, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { ownZone } from '../../parts/local-time.ts';
import { ObjectForm } from '../../parts/object-form.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { AnnouncedOn } from './announced-on.tsx';
import { fromField, toField } from './maintenance-times.ts';
import { texts } from './texts.ts';

type Input = components['schemas']['ServiceMaintenanceInput'];

export interface MaintenanceFormProps {
  stored: Record<string, unknown>;
  saveLabel?: string;
  isReadOnly?: boolean;
  save(body: Input, seen: object): Promise<unknown>;
  beside?(body: Record<string, unknown>): ReactNode;
}

/** The form of a maintenance; its times are in the zone of the browser. */
export function MaintenanceForm({
  stored,
  saveLabel,
  isReadOnly = false,
  save,
  beside,
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
      {...(beside === undefined ? {} : { beside })}
      save={(body, seen) => save(body as Input, seen)}
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
          <AnnouncedOn
            serviceIds={Array.isArray(draft.serviceIds) ? draft.serviceIds.map(String) : []}
          />
        </div>
      )}
    </ObjectForm>
  );
}
