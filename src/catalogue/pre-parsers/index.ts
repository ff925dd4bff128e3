import type { IntegrationType, Payload, PreParserName } from '../types.ts';
import { alertGroup } from './alert-group.ts';
import { cloudEventsBinary } from './cloudevents-binary.ts';
import { firstArrayItem } from './first-array-item.ts';
import { formJsonField } from './form-json-field.ts';
import { jsonInText } from './json-in-text.ts';
import { queryToForm } from './query-to-form.ts';
import { sensitiveFieldRedaction } from './sensitive-field-redaction.ts';
import { sns } from './sns.ts';

const preParsers: Record<PreParserName, (payload: Payload) => Payload> = {
  'alert-group': alertGroup,
  sns,
  'json-in-text': jsonInText,
  'form-json-field': formJsonField,
  'query-to-form': queryToForm,
  'cloudevents-binary': cloudEventsBinary,
  'first-array-item': firstArrayItem,
  'sensitive-field-redaction': sensitiveFieldRedaction,
};

/** The payload in the form the type's mapping reads. Pure; returns a payload of another form unchanged. */
export function preParse(type: Pick<IntegrationType, 'preParser'>, payload: Payload): Payload {
  return type.preParser === null ? payload : preParsers[type.preParser](payload);
}
