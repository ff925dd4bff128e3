import { Parser } from 'htmlparser2';
import { say } from '../../kernel/index.ts';
import { limits } from '../limits.ts';
import type { Refusal } from './markup-scan.ts';

/** Elements whose presence as the first tag says that a text is HTML and not broken XML. */
const htmlElements: ReadonlySet<string> = new Set(
  (
    'a abbr address article aside b base blockquote body br button caption center code col dd details div dl dt em fieldset ' +
    'figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label li link main map meta nav ol option p pre ' +
    'script section select small span strike strong style sub sup table tbody td textarea tfoot th thead title tr tt u ul video'
  ).split(' '),
);

/** Does the text look like HTML, a fragment included? Asked only when it is not well-formed XML. */
export function looksLikeHtml(text: string): boolean {
  if (/^\s*<!doctype\s+html/i.test(text)) return true;
  const first = /<([a-z][a-z0-9]*)[\s/>]/i.exec(text)?.[1];
  return first !== undefined && htmlElements.has(first.toLowerCase());
}

/** Does the text hold references that HTML knows and XML does not, such as `&nbsp;`? */
export function hasHtmlEntities(text: string): boolean {
  return /&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z][A-Za-z0-9]{1,31};/.test(text);
}

const xmlName = /^[A-Za-z_][\w.-]*$/;
const refused: Record<'depth' | 'elements', Refusal> = {
  depth: { reason: 'too-large', detail: say('elementsTooDeep', { max: limits.xmlDepthMax }) },
  elements: {
    reason: 'too-large',
    detail: say('htmlElementsOver', { max: limits.htmlElementsMax }),
  },
};

/**
 * HTML as XML text for the XPath engine: names in lower case without prefixes, nothing inserted that the author did
 * not write (no `tbody`). Several top-level nodes get an `html` element around them. Returns a refusal when a cap
 * is hit.
 */
export function htmlToXml(html: string): string | Refusal {
  const writer = new XmlWriter();
  const parser = new Parser(writer, {
    decodeEntities: true,
    lowerCaseTags: true,
    lowerCaseAttributeNames: true,
  });
  // In portions, so that a hostile text is dropped as soon as it breaks a cap.
  for (let at = 0; at < html.length && writer.refusal === null; at += 16_384) {
    parser.write(html.slice(at, at + 16_384));
  }
  if (writer.refusal === null) parser.end();
  return writer.refusal ?? writer.xml();
}

class XmlWriter {
  refusal: Refusal | null = null;
  #out = '';
  #depth = 0;
  #elements = 0;
  #roots = 0;
  #looseText = false;
  /** XML names by the names of the page, which has few. */
  readonly #names = new Map<string, string | null>();

  onopentag(rawName: string, attributes: Record<string, string>): void {
    this.#elements += 1;
    if (this.#depth >= limits.xmlDepthMax) this.refusal ??= refused.depth;
    if (this.#elements > limits.htmlElementsMax) this.refusal ??= refused.elements;
    if (this.refusal !== null) return;
    if (this.#depth === 0) this.#roots += 1;
    this.#depth += 1;
    this.#out += `<${this.#name(rawName) ?? 'unknown'}`;
    const names = Object.keys(attributes);
    if (names.length > 0) this.#writeAttributes(names, attributes);
    this.#out += '>';
  }

  ontext(text: string): void {
    if (this.#depth === 0) {
      if (text.trim() === '') return;
      this.#looseText = true;
    }
    this.#out += escapeXml(text);
  }

  onclosetag(rawName: string): void {
    if (this.#depth === 0) return;
    this.#depth -= 1;
    this.#out += `</${this.#name(rawName) ?? 'unknown'}>`;
  }

  xml(): string {
    return this.#roots === 1 && !this.#looseText ? this.#out : `<html>${this.#out}</html>`;
  }

  #writeAttributes(rawNames: readonly string[], attributes: Record<string, string>): void {
    const written = new Set<string>();
    for (const rawName of rawNames.slice(0, limits.xmlAttributesPerElementMax)) {
      const name = this.#name(rawName);
      // A name XML cannot have would make the whole document unreadable; so would a repeated one.
      if (name === null || name.startsWith('xmlns') || written.has(name)) continue;
      written.add(name);
      this.#out += ` ${name}="${escapeXml(attributes[rawName] ?? '')}"`;
    }
  }

  /** The name without its prefix, null when XML cannot have it. */
  #name(rawName: string): string | null {
    const known = this.#names.get(rawName);
    if (known !== undefined) return known;
    const local = rawName.slice(rawName.lastIndexOf(':') + 1);
    const name = xmlName.test(local) ? local : null;
    this.#names.set(rawName, name);
    return name;
  }
}

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const needsEscape = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const everyEscape = new RegExp(needsEscape, 'g');

/** Escapes for XML and drops characters that XML 1.0 cannot hold even escaped. */
function escapeXml(text: string): string {
  if (!needsEscape.test(text)) return text;
  return text.replace(everyEscape, (character) => escapes.get(character) ?? '');
}
