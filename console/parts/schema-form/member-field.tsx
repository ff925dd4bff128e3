import {
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { resolved, type Schema } from '../../../openapi/types/request-schemas.ts';
import { MomentField } from '../moment-field.tsx';
import { type Language, useLanguage, useTexts } from '../texts.tsx';
import { useClear } from '../use-clear.ts';
import { ZoneSelect } from '../zone-select.tsx';
import { choiceOf } from './choices.ts';
import { ChosenField, useFieldChoices } from './field-choices.tsx';
import type { MemberFieldProps } from './fields.ts';
import { helpOf } from './help.ts';
import { labelOf } from './labels.ts';
import { ListField } from './list-field.tsx';
import { NestedField } from './nested-field.tsx';
import { ReferenceField } from './reference-field.tsx';
import { formTexts } from './texts.ts';
import { listAsSent } from './values.ts';

/** From here on a text gets several lines. */
const lineMax = 2048;

/** Shorter, but may have two lines while one replaces the other. */
const linesBeside = new Set(['publicKey']);

/** The field that fits the kind of the member. An empty field is null where the document takes null. */
export function MemberField(props: MemberFieldProps) {
  const { name, schema, isRequired, value, onChange, errors, path, isDisabled } = props;
  const { language } = useLanguage();
  const label = labelOf(name, language);
  const shared = {
    label,
    description: helpOf(schema, language),
    error: errors[path],
    required: isRequired && !schema.nullable,
    disabled: isDisabled,
  };
  const kind = schema['x-references'] ?? (/[uU]serIds?$/.test(name) ? 'User' : undefined);
  if (kind !== undefined)
    return (
      <ReferenceField
        {...shared}
        kind={kind}
        types={schema['x-reference-types']}
        isList={schema.type === 'array'}
        value={value}
        onChange={onChange}
        isNullable={schema.nullable ?? false}
        minItems={schema.minItems}
      />
    );
  switch (schema.type) {
    case 'boolean':
      return <BooleanField {...props} shared={shared} />;
    case 'integer':
    case 'number':
      return <NumberField {...props} shared={shared} />;
    case 'array':
      return <ArrayField {...props} shared={shared} />;
    case 'object':
      return <NestedField {...props} label={label} />;
    default:
      return <TextField {...props} shared={shared} />;
  }
}

interface KindProps extends MemberFieldProps {
  shared: Shared;
}

interface Shared {
  label: string;
  description?: string | undefined;
  error?: string;
  required: boolean;
  disabled: boolean;
}

/** A choice that can be emptied where the document takes null. */
function useEmptied({ schema, shared }: KindProps) {
  const clear = useClear();
  return schema.nullable ? clear(shared.label) : { allowDeselect: false };
}

function BooleanField(props: KindProps) {
  const { schema, value, onChange, shared } = props;
  const t = useTexts(formTexts);
  const emptied = useEmptied(props);
  if (!schema.nullable)
    return (
      <Switch
        {...shared}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  return (
    <Select
      {...shared}
      {...emptied}
      placeholder={t.notSet}
      data={[
        { value: 'true', label: t.yes },
        { value: 'false', label: t.no },
      ]}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(chosen) => onChange(chosen === null ? null : chosen === 'true')}
    />
  );
}

function NumberField(props: KindProps) {
  const { schema, value, onChange, shared } = props;
  const t = useTexts(formTexts);
  const emptied = useEmptied(props);
  // Some documents have choices of numbers.
  if (schema.enum)
    return (
      <Select
        {...shared}
        {...emptied}
        placeholder={t.notSet}
        data={schema.enum.filter((one) => one !== null).map(String)}
        value={typeof value === 'number' ? String(value) : null}
        onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      />
    );
  return (
    <NumberInput
      {...shared}
      min={schema.minimum}
      max={schema.maximum}
      allowDecimal={schema.type === 'number'}
      placeholder={schema.nullable ? t.notSet : undefined}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : schema.nullable ? null : next)}
    />
  );
}

function TextField(props: KindProps) {
  const { name, schema, value, beside, onChange, shared } = props;
  const t = useTexts(formTexts);
  const { language } = useLanguage();
  const emptied = useEmptied(props);
  const choices = useFieldChoices(name);
  const orNull = (written: string) => onChange(written === '' && schema.nullable ? null : written);
  const text = typeof value === 'string' ? value : '';
  if (choices)
    return (
      <ChosenField {...{ shared, choices, beside, onChange }} placeholder={t.notSet} value={text} />
    );
  if (schema.enum)
    return (
      <Select
        {...shared}
        {...emptied}
        data={choicesOf(schema, language)}
        placeholder={t.notSet}
        value={text === '' ? null : text}
        onChange={(chosen) => onChange(chosen)}
      />
    );
  if (name === 'timeZoneId')
    return (
      <ZoneSelect
        {...shared}
        placeholder={t.notSet}
        value={text === '' ? null : text}
        onChange={onChange}
        {...(schema.nullable ? { onClear: () => onChange(null) } : {})}
      />
    );
  if (schema.format === 'date-time')
    return (
      <MomentField
        {...shared}
        value={text === '' ? null : text}
        onChange={(next) => orNull(next ?? '')}
      />
    );
  const change = (event: { currentTarget: { value: string } }) => orNull(event.currentTarget.value);
  if (schema.format === 'password')
    return <PasswordInput {...shared} autoComplete="off" value={text} onChange={change} />;
  const isLong = (schema.maxLength ?? 0) > lineMax && !schema.pattern && !/url$/i.test(name);
  if (isLong || linesBeside.has(name))
    return (
      <Textarea {...shared} autosize minRows={2} maxRows={16} value={text} onChange={change} />
    );
  return <TextInput {...shared} value={text} onChange={change} />;
}

function ArrayField(props: KindProps) {
  const { schema, value, onChange, shared } = props;
  const t = useTexts(formTexts);
  const { language } = useLanguage();
  const clear = useClear();
  const items = resolved(schema.items ?? {});
  const list = Array.isArray(value) ? value : [];
  const change = (next: unknown[]) => onChange(listAsSent(schema, value, next));
  if (items.type === 'object') return <ListField {...props} items={items} label={shared.label} />;
  const texts = list.map(String);
  if (items.enum)
    return (
      <MultiSelect
        {...shared}
        {...clear(shared.label)}
        placeholder={texts.length === 0 ? t.notSet : undefined}
        data={choicesOf(items, language)}
        value={texts}
        onChange={change}
      />
    );
  return (
    <TagsInput
      {...shared}
      {...clear(shared.label)}
      placeholder={texts.length === 0 ? t.notSet : undefined}
      acceptValueOnBlur
      value={texts}
      onChange={(next) => change(items.type === 'integer' ? next.map(Number) : next)}
    />
  );
}

/** One that means "not set" is no choice: the field can be emptied. */
function choicesOf(schema: Schema, language: Language) {
  return (schema.enum ?? [])
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .map((value) => ({ value, label: choiceOf(value, language) }));
}
