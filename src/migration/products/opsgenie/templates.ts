import type { Attribute } from '../../model/matched-attributes.ts';
import { type AlertField, alertFieldOf, isList, pathOf } from './alert-fields.ts';

/*
 * Texts with variables such as `{{alias}}-{{details.host}}`, as actions of integrations have them
 * (https://docs.opsgenie.com/docs/dynamic-fields). Mappings fill in attributes, so what a text names becomes one.
 */

export interface Template {
  /** As mappings write it. */
  text: string;
  fields: AlertField[];
}

const variable = /\{\{\s*([\s\S]*?)\s*\}\}/g;

/** Null: it does something with a variable, which mappings do not. */
export function templateOf(text: string): Template | null {
  const fields: AlertField[] = [];
  let isKnown = true;
  const filled = text.replaceAll(variable, (_, name: string) => {
    const field = variableNamed(name);
    if (field) fields.push(field);
    else isKnown = false;
    return field ? `{{ currentIncident.${sentName(field)} }}` : '';
  });
  return isKnown && !filled.replaceAll(variable, '').includes('{{')
    ? { text: filled, fields }
    : null;
}

/** The only variable of a text that is nothing else. */
export function onlyVariable(text: string): AlertField | null {
  const [, name] = /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(text) ?? [];
  return name === undefined ? null : variableNamed(name);
}

function variableNamed(name: string): AlertField | null {
  const key = /^(?:details|extraProperties|extra-properties)\.([\w -]+)$/.exec(name)?.[1];
  if (key !== undefined) return { name: 'details', key };
  const field = alertFieldOf(name, null);
  return field && !isList(field) ? field : null;
}

function sentName({ name, key }: AlertField): string {
  return key === null ? `Sent ${name}` : `Sent ${name}.${key}`;
}

/** The attribute that a text fills in. A later request names the alert by its identifier, not by its alias. */
export function sentAttributes(fields: readonly AlertField[]): Attribute[] {
  const byName = new Map(fields.map((field) => [sentName(field), field]));
  return [...byName].flatMap(([name, field]) => {
    const further = field.name === 'alias' ? ['$.jsonBody.identifier', '$.jsonBody.id'] : [];
    return [pathOf(field), ...further].map((jsonPath) => ({
      ...{ name, hideInPreviews: true },
      mappings: [{ jsonPath }],
    }));
  });
}
