/**
 * What every default mapping gets without its `type.yaml` declaring it, so that a new type cannot forget it. The result is an
 * ordinary mapping: it is what the server evaluates, and what `default.tf` shows.
 */
import {
  type AttributesMapping,
  contentMembers,
  type MappingAttribute,
  type MappingStep,
} from '../mapping/index.ts';
import type { IntegrationType } from './types.ts';

type Source = Pick<IntegrationType, 'mapping' | 'paste'>;

/**
 * The last alternatives of Title and CorrelationId, for a body that the mapping does not know: a member that is usually a
 * title or the first line of the text, and the body itself, so that two different bodies never become one incident.
 */
const tail: readonly MappingAttribute[] = [
  {
    name: 'Title',
    mappings: [
      {
        jsonPath: "$['jsonBody','formBody']['title','subject','summary','message','text','name']",
      },
      { regex: '(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}' },
    ],
  },
  {
    name: 'Title',
    mappings: [{ jsonPath: '$.textBody' }, { regex: '(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}' }],
  },
  {
    name: 'CorrelationId',
    mappings: [
      { jsonPath: `$[${contentMembers.map((member) => `'${member}'`).join()}]` },
      // A value has at most 64 KB, and a character at most three bytes.
      { regex: '(?s)^.{1,20000}' },
    ],
  },
];

/** How templates of tools write a placeholder, and how a value begins that still is one. */
const placeholderStyles: readonly (readonly [inPaste: RegExp, inValue: string])[] = [
  // A user who fills in more than the paste text has often writes this one.
  [/\$[A-Za-z{]|\{\{|(?<!\{)\{[\w.:$]+\}|##[A-Z]/, '\\$[A-Za-z{]'],
  [/\{\{/, '\\{\\{|<no value>'],
  [/(?<![{$])\{[\w.:$]+\}/, '\\{[\\w.:$]+\\}'],
  [/##[A-Z]/, '##[A-Z]'],
  [/%[a-z]/, '%\\w+$'],
  [/\*[a-z]+\*/i, '\\*\\w+\\*$'],
  [/\[[A-Z_]{4,}\]/, '\\[[A-Z_]{4,}\\]$'],
];

/** A regular expression for the beginning of an unfilled placeholder; null where nobody writes the body by a template. */
function placeholderOf(paste: Source['paste']): string | null {
  if (paste === null) return null;
  // What we fill in ourselves before anybody copies the text.
  const text = paste.text.replaceAll('{{webhookUrl}}', '');
  const styles = placeholderStyles.filter(([inPaste]) => inPaste.test(text));
  return styles.length === 0 ? null : styles.map(([, inValue]) => inValue).join('|');
}

/** The mapping of `type.yaml` with guards for what is composed or written by a template, and the tail. */
export function completeMapping({ mapping, paste }: Source): AttributesMapping {
  const placeholder = placeholderOf(paste);
  const composed = new Set(mapping.attributes.filter(decides).flatMap(variablesOf));
  const attributes = mapping.attributes.map((attribute, index) => {
    if (!decides(attribute))
      return composed.has(keyOf(attribute))
        ? withoutPlaceholder(attribute, placeholder)
        : attribute;
    const parts = partsOf(attribute, mapping.attributes.slice(0, index));
    const guardedAttribute =
      parts.length > 0 ? withGuard(attribute, parts, placeholder) : attribute;
    return withoutPlaceholder(guardedAttribute, placeholder);
  });
  const last = tail.map((attribute) =>
    // The body is the body, even if it begins with a placeholder.
    attribute.name === 'Title' ? withoutPlaceholder(attribute, placeholder) : attribute,
  );
  return {
    ...mapping,
    attributes: [...attributes, ...last],
  };
}

function decides({ name }: MappingAttribute): boolean {
  return name === 'Title' || name === 'CorrelationId';
}

function keyOf({ name }: MappingAttribute): string {
  return name.toLowerCase();
}

/** Names in lower case. */
function variablesOf({ mappings }: MappingAttribute): string[] {
  const text = mappings.map((step) => `${step.static ?? ''}${step.replace ?? ''}`).join('');
  const found = text.matchAll(/\{\{\s*currentIncident\.([^{}]+?)\s*\}\}/gi);
  return [...new Set(Array.from(found, ([, name = '']) => name.toLowerCase()))];
}

/** A variable of a composed text, as the JSONPaths of which one must have a value. */
type Part = readonly string[];

function partsOf(attribute: MappingAttribute, earlier: readonly MappingAttribute[]): Part[] {
  return variablesOf(attribute).flatMap((name) => {
    const alternatives = earlier.filter((one) => keyOf(one) === name);
    const paths = alternatives.map(({ mappings: [first] }) => first?.jsonPath);
    const known = paths.filter((path) => typeof path === 'string');
    // A part with a fixed last alternative is never empty.
    return known.length === paths.length ? [known] : [];
  });
}

/**
 * The entry, succeeding only if every part has a value: the first step selects through a filter that asks for all of them.
 * Steps see no variables, so the filter asks the payload.
 */
function withGuard(
  attribute: MappingAttribute,
  parts: readonly Part[],
  placeholder: string | null,
): MappingAttribute {
  const [first = {}, ...rest] = attribute.mappings;
  const filter = `$[?(${parts.map((part) => oneOf(part, placeholder)).join(' && ')})]`;
  if (typeof first.jsonPath === 'string') {
    const below = belowBody(first.jsonPath);
    if (below === null) return attribute;
    return { ...attribute, mappings: [{ ...first, jsonPath: filter + below }, ...rest] };
  }
  // The value of one part is enough to go on; the whole body would have to be written out as text.
  const single = parts.find((part) => part.length === 1)?.[0];
  const below = single === undefined ? '' : (belowBody(single) ?? '');
  return { ...attribute, mappings: [{ jsonPath: filter + below }, first, ...rest] };
}

/** A condition that holds when one of the paths has a value. */
function oneOf(part: Part, placeholder: string | null): string {
  const conditions = part.map((path) => {
    // Only a path to a single place can be compared.
    if (/[*:?,]|\.\./.test(path.replace(/\[?'[^']*'\]?/g, ''))) return path;
    const isFilled = `${path} && ${path} != null && ${path} != ''`;
    return placeholder === null ? isFilled : `${isFilled} && !(${path} =~ /^(?:${placeholder})/)`;
  });
  return conditions.length === 1 ? conditions.join() : `(${conditions.join(' || ')})`;
}

/** `.check.id` of `$.jsonBody.check.id`. */
function belowBody(path: string): string | null {
  return /^\$\.\w+([.[].*)?$/s.exec(path)?.[1] ?? null;
}

/** The entry, failing when the tool sent its placeholder instead of a value. */
function withoutPlaceholder(attribute: MappingAttribute, placeholder: string | null) {
  const [first, ...rest] = attribute.mappings;
  if (placeholder === null || typeof first?.jsonPath !== 'string') return attribute;
  // What follows a guard, or does not take its value from here.
  if (typeof rest[0]?.static === 'string') return attribute;
  const step: MappingStep = { regex: `(?s)^(?!${placeholder}).+` };
  return { ...attribute, mappings: [first, step, ...rest] };
}
