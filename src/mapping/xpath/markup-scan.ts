import { type Sentence, say } from '../../kernel/index.ts';
import { limits } from '../limits.ts';
import type { Extent } from './profile.ts';

/** The facts about an XML text that are known before it is parsed. */
export interface MarkupScan extends Extent {
  /** Namespace by prefix, the first declaration of each; the default namespace is not in here. */
  readonly namespaces: ReadonlyMap<string, string>;
  readonly hasNamespaces: boolean;
}

export interface Refusal {
  readonly reason: 'parse' | 'too-large';
  readonly detail: Sentence;
}

const tooDeep: Refusal = {
  reason: 'too-large',
  detail: say('elementsTooDeep', { max: limits.xmlDepthMax }),
};
const tooManyAttributes: Refusal = {
  reason: 'too-large',
  detail: say('elementAttributesOver', { max: limits.xmlAttributesPerElementMax }),
};
const tooManyElements: Refusal = {
  reason: 'too-large',
  detail: say('elementsOver', { max: limits.xmlElementsMax }),
};
const declaresEntities: Refusal = {
  reason: 'parse',
  detail: say('documentTypeRefused'),
};

/**
 * Walks over the tags of an XML text once, to refuse what must not reach the parser (entity declarations, extreme
 * depth, attribute or element counts) and to learn its namespaces and size. For a text that is not well-formed the
 * figures are guesses; the parser then refuses it.
 */
export function scanMarkup(text: string): MarkupScan | Refusal {
  const namespaces = new Map<string, string>();
  let depth = 0;
  let deepest = 0;
  let elements = 0;
  let nestedCharacters = 0;
  let longestAttribute = 0;
  let declarations = 0;
  let at = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    nestedCharacters += (open - at) * depth;
    const second = text.charCodeAt(open + 1);
    if (second === 0x2f /* / */) {
      depth -= 1;
      at = after(text, '>', open);
      continue;
    }
    if (second === 0x3f /* ? */) {
      at = after(text, '?>', open);
      continue;
    }
    if (second === 0x21 /* ! */) {
      if (text.startsWith('<!--', open)) at = after(text, '-->', open + 4);
      else if (text.startsWith('<![CDATA[', open)) {
        at = after(text, ']]>', open + 9);
        nestedCharacters += (at - open) * depth;
      } else {
        const end = endOfDoctype(text, open);
        if (end === null) return declaresEntities;
        at = end;
      }
      continue;
    }
    const tag = scanTag(text, open, namespaces);
    if (tag.attributes > limits.xmlAttributesPerElementMax) return tooManyAttributes;
    declarations += tag.declarations;
    longestAttribute = Math.max(longestAttribute, tag.longestAttribute);
    elements += 1;
    if (elements > limits.xmlElementsMax) return tooManyElements;
    if (!tag.selfClosing) {
      depth += 1;
      if (depth > limits.xmlDepthMax) return tooDeep;
      deepest = Math.max(deepest, depth);
    }
    at = tag.end;
  }
  return {
    characters: text.length,
    nestedCharacters,
    longestAttribute,
    declarations,
    depth: deepest,
    namespaces,
    hasNamespaces: declarations > 0,
  };
}

/** The position behind the next `mark`, or the end of the text. */
function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

/** The position behind a document type, null when it has an internal subset. Quoted identifiers may hold brackets. */
function endOfDoctype(text: string, open: number): number | null {
  for (let at = open; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 0x5b /* [ */) return null;
    if (character === 0x3e /* > */) return at + 1;
    if (character === 0x22 || character === 0x27) at = after(text, text.charAt(at), at + 1) - 1;
  }
  return text.length;
}

interface Tag {
  readonly end: number;
  readonly attributes: number;
  readonly selfClosing: boolean;
  readonly declarations: number;
  readonly longestAttribute: number;
}

function scanTag(text: string, open: number, namespaces: Map<string, string>): Tag {
  let attributes = 0;
  let declarations = 0;
  let longestAttribute = 0;
  let nameStart = open + 1;
  for (let at = open + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 0x3e /* > */) {
      return {
        end: at + 1,
        attributes,
        selfClosing: text.charCodeAt(at - 1) === 0x2f,
        declarations,
        longestAttribute,
      };
    }
    if (character <= 0x20) nameStart = at + 1;
    else if (character === 0x22 || character === 0x27) {
      const end = text.indexOf(text.charAt(at), at + 1);
      if (end < 0) break;
      attributes += 1;
      longestAttribute = Math.max(longestAttribute, end - at);
      if (text.startsWith('xmlns', nameStart)) {
        declarations += 1;
        declare(text.slice(nameStart, at), text.slice(at + 1, end), namespaces);
      }
      at = end;
      nameStart = end + 1;
    }
  }
  return { end: text.length, attributes, selfClosing: false, declarations, longestAttribute };
}

/** `declaration` is `xmlns:prefix=` or `xmlns=`, possibly with blanks around the equals sign. */
function declare(declaration: string, value: string, namespaces: Map<string, string>): void {
  const prefix = /^xmlns:([^\s=]+)/.exec(declaration)?.[1];
  if (prefix !== undefined && !namespaces.has(prefix))
    namespaces.set(prefix, decodeReferences(value));
}

const predefined = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeReferences(value: string): string {
  return value.replace(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return predefined.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
