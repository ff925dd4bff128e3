import { isObject } from '../../kernel/index.ts';
import { cleanText, cutText, type TextKind, textLengths } from './clean-text.ts';

/** No text is longer, wherever it comes from. */
const anyTextMax = 20_000;

export interface SafeAnswer {
  value: unknown;
  /** Some text is longer than what is shown of it. */
  cut: boolean;
}

/**
 * An answer of the API as agents may see it: every text cleaned, and those that the document marks as from outside
 * (`x-untrusted`) cut to the length of their kind.
 */
export function safeAnswer(value: unknown, schema: unknown): SafeAnswer {
  let wasCut = false;
  const walk = (one: unknown, nodes: readonly unknown[], inherited: TextKind | null): unknown => {
    const kind = kindOf(nodes) ?? inherited;
    if (typeof one === 'string') {
      const { text, cut } = cutText(cleanText(one), kind ? textLengths[kind] : anyTextMax);
      wasCut ||= cut;
      return text;
    }
    if (Array.isArray(one)) {
      const items = nodes.flatMap((node) => membersOf(node, 'items'));
      return one.map((item) => walk(item, items, kind));
    }
    if (!isObject(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, member]) => [
        cleanText(name),
        walk(
          member,
          nodes.flatMap((node) => propertiesOf(node, name)),
          // A sentence names what others wrote.
          isObject(one[`${name}Sentence`]) ? 'value' : kind,
        ),
      ]),
    );
  };
  return { value: walk(value, partsOf(schema), null), cut: wasCut };
}

/** A schema and all that it is composed of. */
function partsOf(schema: unknown): unknown[] {
  if (!isObject(schema)) return [];
  const composed = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => {
    const parts = schema[name];
    return Array.isArray(parts) ? parts.flatMap(partsOf) : [];
  });
  return [schema, ...composed];
}

function membersOf(node: unknown, name: string): unknown[] {
  return isObject(node) ? partsOf(node[name]) : [];
}

function propertiesOf(node: unknown, name: string): unknown[] {
  if (!isObject(node)) return [];
  const properties = isObject(node.properties) ? node.properties : {};
  return Object.hasOwn(properties, name)
    ? partsOf(properties[name])
    : membersOf(node, 'additionalProperties');
}

function kindOf(nodes: readonly unknown[]): TextKind | undefined {
  for (const node of nodes) {
    const mark = isObject(node) ? node['x-untrusted'] : undefined;
    if (typeof mark === 'string' && Object.hasOwn(textLengths, mark)) return mark as TextKind;
  }
  return undefined;
}
