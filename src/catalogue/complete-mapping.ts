/**
 * Adds the parts that every default mapping has without its `type.yaml` declaring them, so that a new type cannot
 * forget them. The result is an ordinary mapping: it is what the server evaluates, and what `default.tf` shows.
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
 * The last alternatives of Title and CorrelationId, for a body that the mapping does not know: a member that is usually
 * a title or the first line of the text, and the body itself, so that two different bodies never become one incident.
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
    // The engine shortens a long id to its hash, so this is the hash of all that was sent.
    mappings: [{ jsonPath: `$[${contentMembers.map((member) => `'${member}'`).join()}]` }],
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

/**
 * A regular expression for the beginning of an unfilled placeholder; null where nobody writes the body by a template.
 */
function placeholderOf(paste: Source['paste']): string | null {
  if (paste === null) return null;
  // The server fills in this placeholder itself, before anybody copies the text.
  const text = paste.text.replaceAll('{{webhookUrl}}', '');
  const styles = placeholderStyles.filter(([inPaste]) => inPaste.test(text));
  return styles.length === 0 ? null : styles.map(([, inValue]) => inValue).join('|');
}

/**
 * The mapping of `type.yaml` with guards for what is composed or written by a template, ids for bodies that lack a part
 * of a composed id, and the tail.
 */
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
  const incompleteIds = idsWithoutAPart(mapping.attributes, placeholder);
  return { ...mapping, attributes: [...attributes, ...incompleteIds, ...last] };
}

const incomplete = 'incomplete: ';
const title = '{{ currentIncident.Title }}';

/**
 * For a body that lacks one part of a composed id: what is there, and the title. Without these a tool that leaves out
 * an optional part would have the body as id, so the end of a problem would never meet its beginning. The title keeps
 * apart what the missing part would have kept apart, as far as the body can. With neither title nor state, or with more
 * than one part missing, the body is none that the mapping knows.
 */
function idsWithoutAPart(
  attributes: readonly MappingAttribute[],
  placeholder: string | null,
): MappingAttribute[] {
  const withAnchor: MappingAttribute[] = [];
  const withoutAnchor = new Map<string, MappingAttribute>();
  for (const [index, attribute] of attributes.entries()) {
    if (attribute.name !== 'CorrelationId') continue;
    const parts = partsOf(attribute, attributes.slice(0, index));
    // Longer ones have shorter alternatives of their own.
    if (parts.length === 0 || parts.length > 3) continue;
    const titles = titlePaths(attributes).filter(
      (path) => !parts.some((part) => part.includes(path)),
    );
    const signs = [...titles, ...statusPaths(attributes)];
    const [first = {}, ...rest] = attribute.mappings;
    const anchor = first.jsonPath ?? null;
    const below = anchor === null ? null : belowBody(anchor);
    const others = parts.filter((part) => !part.some((path) => path === anchor));
    const isPart = others.length < parts.length;
    if (below !== null && (!isPart || others.length > 0)) {
      const filter = filterOf([...allButOne(others, placeholder), anyOf(signs)]);
      const steps = rest.map(withTitle);
      withAnchor.push({ ...attribute, mappings: [{ jsonPath: filter + below }, ...steps] });
    }
    // The value that the entry begins with is the part that is missing, or one of its variables.
    const present =
      anchor === null || isPart
        ? [...allButOne(parts, placeholder), anyOf(signs)]
        : [...parts.map((part) => oneOf(part, placeholder)), anyOf(titles)];
    if (present.length < 2) continue;
    const text = namesOf(attribute)
      .map((name) => `{{ currentIncident.${name} }}`)
      .join('/');
    const mappings = [
      { jsonPath: filterOf(present) },
      { static: `${incomplete}${text}: ${title}` },
    ];
    withoutAnchor.set(text, { ...attribute, mappings });
  }
  return [...withAnchor, ...withoutAnchor.values()];
}

function filterOf(conditions: readonly string[]): string {
  return `$[?(${conditions.join(' && ')})]`;
}

/** Conditions that hold when at most one of the parts is missing; none for a single part. */
function allButOne(parts: readonly Part[], placeholder: string | null): string[] {
  if (parts.length < 2) return [];
  const present = parts.map((part) => oneOf(part, placeholder));
  const alternatives = parts.map(
    (_part, missing) => `(${present.filter((_one, index) => index !== missing).join(' && ')})`,
  );
  return [`(${alternatives.join(' || ')})`];
}

/** Where a mapping looks for what its titles are made of, fixed texts aside. */
function titlePaths(attributes: readonly MappingAttribute[]): string[] {
  const paths = attributes.flatMap((attribute, index) => {
    if (attribute.name !== 'Title') return [];
    const parts = partsOf(attribute, attributes.slice(0, index)).flat();
    const { jsonPath } = attribute.mappings[0] ?? {};
    const isFixed = typeof attribute.mappings.at(-1)?.static === 'string';
    return typeof jsonPath === 'string' && !isFixed ? [jsonPath, ...parts] : parts;
  });
  return [...new Set(paths)];
}

function statusPaths(attributes: readonly MappingAttribute[]): string[] {
  const paths = attributes.flatMap(({ name, mappings: [first] }) =>
    name === 'Status' && typeof first?.jsonPath === 'string' ? [first.jsonPath] : [],
  );
  return [...new Set(paths)];
}

/** A body that has one of these is of the tool; without any there is no telling. */
function anyOf(paths: readonly string[]): string {
  return paths.length === 0 ? 'false' : `(${paths.join(' || ')})`;
}

/** The step with the title behind what it composes. */
function withTitle(step: MappingStep): MappingStep {
  if (typeof step.static === 'string') {
    return { ...step, static: `${incomplete}${step.static}: ${title}` };
  }
  if (typeof step.replace !== 'string') return step;
  return { ...step, replace: `${incomplete}${step.replace}: ${title}` };
}

function decides({ name }: MappingAttribute): boolean {
  return name === 'Title' || name === 'CorrelationId';
}

function keyOf({ name }: MappingAttribute): string {
  return name.toLowerCase();
}

/** Names in lower case. */
function variablesOf(attribute: MappingAttribute): string[] {
  return [...new Set(namesOf(attribute).map((name) => name.toLowerCase()))];
}

function namesOf({ mappings }: MappingAttribute): string[] {
  const text = mappings.map((step) => `${step.static ?? ''}${step.replace ?? ''}`).join('');
  const found = text.matchAll(/\{\{\s*currentIncident\.([^{}]+?)\s*\}\}/gi);
  return [...new Set(Array.from(found, ([, name = '']) => name))];
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
 * The entry, succeeding only if every part has a value: the first step selects through a filter that asks for all of
 * them. Steps see no variables, so the filter asks the payload.
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
  // A fixed value follows: the entry is a guard, or does not take its value from here.
  if (typeof rest[0]?.static === 'string') return attribute;
  const step: MappingStep = { regex: `(?s)^(?!${placeholder}).+` };
  return { ...attribute, mappings: [first, step, ...rest] };
}
