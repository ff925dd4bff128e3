import {
  Checkbox,
  ColorInput,
  Fieldset,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { ObjectForm } from '../../parts/object-form.tsx';
import { labelOf, SchemaForm } from '../../parts/schema-form/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { LogoField } from './logo-field.tsx';
import { texts } from './texts.ts';

type Input = components['schemas']['StatusPageInput'];
type Fields = Record<string, unknown>;

const sections = [
  ['page', ['displayName', 'publicTitle', 'publicDescription', 'slug', 'customHostSettings']],
  [
    'content',
    [
      'serviceIds',
      'serviceGroups',
      'historyInDays',
      'decimalPlaces',
      'timeZoneId',
      'publicDisplayLiveStateOnly',
      'publicShowIncidentTitles',
      'publicHideIncidentDetails',
      'publicHideMaintenances',
    ],
  ],
  [
    'access',
    [
      'privateUserAuthenticationRequired',
      'privateIpFilter',
      'disablePublicPage',
      'disablePublicJson',
    ],
  ],
  ['subscription', ['disablePublicSubscription', 'enableSMSSubscription']],
  [
    'words',
    [
      'publicCompanyName',
      'publicCompanyUrl',
      'publicSupportUrl',
      'publicSupportEmail',
      'publicSeverityMappingMinor',
      'publicSeverityMappingWarning',
      'publicSeverityMappingCritical',
    ],
  ],
] as const;

const colours = [
  'bannerBackgroundColor',
  'bannerTextColor',
  'bodyBackgroundColor',
  'secondaryBackgroundColor',
  'primaryTextColor',
  'secondaryTextColor',
  'buttonBackgroundColor',
  'buttonTextColor',
] as const;

export interface PageFormProps {
  stored: Fields;
  hasPassword: boolean;
  saveLabel?: string;
  isReadOnly?: boolean;
  save(body: Input, seen: object): Promise<unknown>;
  beside?(body: Fields): ReactNode;
}

/** All settings of a status page, in the order in which somebody who makes one thinks of them. */
export function PageForm(props: PageFormProps) {
  const { stored, hasPassword, saveLabel, isReadOnly = false, save, beside } = props;
  const t = useTexts(texts);
  return (
    <ObjectForm
      schema="StatusPageInput"
      stored={stored}
      members={[]}
      isReadOnly={isReadOnly}
      {...(saveLabel === undefined ? {} : { saveLabel })}
      {...(beside === undefined ? {} : { beside })}
      save={(body, seen) => save(body as Input, seen)}
    >
      {(draft, change, errors) => (
        <Stack gap="lg">
          {sections.map(([name, members]) => (
            <Fieldset key={name} legend={t.sections[name]}>
              <SchemaForm
                schema="StatusPageInput"
                value={draft}
                onChange={change}
                errors={errors as Record<string, string>}
                members={members}
                isDisabled={isReadOnly}
              />
              {name === 'page' && (
                <LogoField
                  value={typeof draft.publicLogo === 'string' ? draft.publicLogo : null}
                  onChange={(publicLogo) => change({ ...draft, publicLogo })}
                  isReadOnly={isReadOnly}
                  error={errors.publicLogo as string | undefined}
                />
              )}
              {name === 'access' && (
                <Password
                  draft={draft}
                  change={change}
                  hasPassword={hasPassword}
                  isReadOnly={isReadOnly}
                  error={errors.passwordProtectionPassword as string | undefined}
                />
              )}
            </Fieldset>
          ))}
          <Fieldset legend={t.sections.colours}>
            <Text size="sm" mb="sm">
              {t.coloursHelp}
            </Text>
            <SimpleGrid cols={2}>
              {colours.flatMap((name) =>
                (['', 'DarkMode'] as const).map((suffix) => (
                  <Colour
                    key={`${name}${suffix}`}
                    name={name}
                    member={`${name}${suffix}`}
                    theme={suffix === '' ? t.light : t.dark}
                    draft={draft}
                    change={change}
                    isReadOnly={isReadOnly}
                    error={errors[`${name}${suffix}`] as string | undefined}
                  />
                )),
              )}
            </SimpleGrid>
          </Fieldset>
        </Stack>
      )}
    </ObjectForm>
  );
}

interface FieldProps {
  draft: Fields;
  change(draft: Fields): void;
  isReadOnly: boolean;
  error: string | undefined;
}

/** Left out unless somebody types one: what is stored nobody sees again. */
function Password({
  draft,
  change,
  hasPassword,
  isReadOnly,
  error,
}: FieldProps & { hasPassword: boolean }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const member = 'passwordProtectionPassword';
  const { [member]: password, ...rest } = draft;
  const isRemoved = password === '';
  const set = (text: string) => change(text === '' ? rest : { ...draft, [member]: text });
  return (
    <Stack gap="xs" mt="md">
      <PasswordInput
        label={labelOf(member, language)}
        description={t.passwordHelp(hasPassword)}
        autoComplete="new-password"
        disabled={isReadOnly || isRemoved}
        error={error}
        value={typeof password === 'string' ? password : ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {hasPassword && (
        <Checkbox
          label={t.removePassword}
          disabled={isReadOnly}
          checked={isRemoved}
          onChange={(event) =>
            change(event.currentTarget.checked ? { ...draft, [member]: '' } : rest)
          }
        />
      )}
    </Stack>
  );
}

function Colour({
  name,
  member,
  theme,
  draft,
  change,
  isReadOnly,
  error,
}: FieldProps & { name: string; member: string; theme: string }) {
  const { language } = useLanguage();
  const value = draft[member];
  return (
    <ColorInput
      label={`${labelOf(name, language)} (${theme})`}
      format="hex"
      withEyeDropper={false}
      disabled={isReadOnly}
      error={error}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => change({ ...draft, [member]: next === '' ? null : next })}
    />
  );
}
