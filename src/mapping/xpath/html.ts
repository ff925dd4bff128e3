import { Parser } from 'htmlparser2';
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

const xmlName = /^[A-Za-z_][\w.-]*$/;
const refused: Record<'size' | 'depth' | 'elements', Refusal> = {
  size: {
    reason: 'too-large',
    detail: `HTML may have at most ${limits.htmlCharactersMax} characters.`,
  },
  depth: { reason: 'too-large', detail: `More than ${limits.xmlDepthMax} nested elements.` },
  elements: {
    reason: 'too-large',
    detail: `HTML may have at most ${limits.htmlElementsMax} elements.`,
  },
};

/**
 * HTML as XML text for the XPath engine: names in lower case without prefixes, nothing inserted that the author did not write
 * (no `tbody`). Several top-level nodes get an `html` element around them. Answers a refusal when a cap is hit.
 */
export function htmlToXml(html: string): string | Refusal {
  if (html.length > limits.htmlCharactersMax) return refused.size;
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
  #out: string[] = [];
  #depth = 0;
  #elements = 0;
  #roots = 0;
  #looseText = false;

  onopentag(rawName: string, attributes: Record<string, string>): void {
    this.#elements += 1;
    if (this.#depth >= limits.xmlDepthMax) this.refusal ??= refused.depth;
    if (this.#elements > limits.htmlElementsMax) this.refusal ??= refused.elements;
    if (this.refusal !== null) return;
    if (this.#depth === 0) this.#roots += 1;
    this.#depth += 1;
    this.#out.push('<', toName(rawName));
    const names = new Set<string>();
    for (const [rawAttribute, value] of Object.entries(attributes).slice(
      0,
      limits.xmlAttributesPerElementMax,
    )) {
      const name = localName(rawAttribute);
      // A name XML cannot have would make the whole document unreadable; so would a repeated one.
      if (!xmlName.test(name) || name.startsWith('xmlns') || names.has(name)) continue;
      names.add(name);
      this.#out.push(' ', name, '="', escapeXml(value), '"');
    }
    this.#out.push('>');
  }

  ontext(text: string): void {
    if (this.#depth === 0) {
      if (text.trim() === '') return;
      this.#looseText = true;
    }
    this.#out.push(escapeXml(text));
  }

  onclosetag(rawName: string): void {
    if (this.#depth === 0) return;
    this.#depth -= 1;
    this.#out.push('</', toName(rawName), '>');
  }

  xml(): string {
    const body = this.#out.join('');
    return this.#roots === 1 && !this.#looseText ? body : `<html>${body}</html>`;
  }
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function toName(rawName: string): string {
  const name = localName(rawName);
  return xmlName.test(name) ? name : 'unknown';
}

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Escapes for XML and drops characters that XML 1.0 cannot hold even escaped. */
function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => escapes.get(character) ?? character)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
