import { type Sentence, say } from '../../kernel/index.ts';
import { affords, type Budget, charge } from '../budget.ts';
import { limits } from '../limits.ts';
import type { FailReason } from '../types.ts';
import { dropLibrary, libraryInUse, replaceIfLarge } from './engine.ts';
import { hasHtmlEntities, htmlToXml, looksLikeHtml } from './html.ts';
import type { XPath } from './index.ts';
import type { DocumentPointer, LibXml, XPathResult } from './libxml.ts';
import { type MarkupScan, type Refusal, scanMarkup } from './markup-scan.ts';
import { formatNumber } from './number-text.ts';
import { priceOf } from './profile.ts';

/** Elements deeper than this need the parser's larger limits. */
const ordinaryDepthMax = 200;

interface Markup {
  readonly scan: MarkupScan;
  readonly document: DocumentPointer;
  /** Read as XML, but it may be a page that happens to be well-formed. */
  readonly mayBeHtml: boolean;
}

interface Failure {
  readonly reason: FailReason;
  readonly detail?: Sentence;
}

/** The parsed documents of one payload, each text once. `dispose` frees them. */
export class MarkupCache {
  #library: LibXml | null = null;
  readonly #documents = new Map<string, Markup | Refusal>();
  /** The HTML reading of texts that are well-formed XML, too. */
  readonly #pages = new Map<string, Markup | Refusal>();

  /**
   * The string an expression yields on a text (node-set: text of the first node in document order; number and
   * boolean as XPath prints them), or why there is none. Takes what it costs from the budget. Never throws: an
   * engine that breaks is replaced.
   */
  evaluate(path: XPath, text: string, budget: Budget): string | Failure {
    this.#library ??= libraryInUse();
    const library = this.#library;
    if (library === null) {
      return { reason: 'unsupported', detail: say('xPathRestarting') };
    }
    try {
      return this.#evaluate(library, path, text, budget);
    } catch (error) {
      this.#forget();
      dropLibrary(library);
      const why = error instanceof Error ? error.message : 'unknown';
      return {
        reason: 'unsupported',
        detail: say('xPathFailed', { why }),
      };
    }
  }

  dispose(): void {
    const library = this.#library;
    if (library === null) return;
    try {
      for (const markup of [...this.#documents.values(), ...this.#pages.values()]) {
        if ('document' in markup) library.free(markup.document);
      }
      replaceIfLarge(library);
    } catch {
      dropLibrary(library);
    }
    this.#forget();
  }

  #forget(): void {
    this.#library = null;
    this.#documents.clear();
    this.#pages.clear();
  }

  #evaluate(xml: LibXml, path: XPath, text: string, budget: Budget): string | Failure {
    const markup = this.#open(this.#documents, xml, text, budget, readMarkup);
    if ('reason' in markup) return markup;
    const read = this.#read(xml, path, markup, budget);
    if (!read.isNothing || !markup.mayBeHtml) return read.result;
    // A page that happens to be well-formed: names in upper case, `//td` under an element that XML would not close.
    const page = this.#open(this.#pages, xml, text, budget, readHtml);
    if ('reason' in page) return read.result;
    const second = this.#read(xml, path, page, budget);
    return second.isNothing ? read.result : second.result;
  }

  /** Both readings of names without a prefix: in no namespace, and if that finds nothing, in any. */
  #read(
    xml: LibXml,
    path: XPath,
    markup: Markup,
    budget: Budget,
  ): { result: string | Failure; isNothing: boolean } {
    const undeclared = path.prefixes.find((prefix) => !markup.scan.namespaces.has(prefix));
    if (undeclared !== undefined) {
      const detail = say('xPathPrefixUndeclared', { prefix: undeclared });
      return { result: { reason: 'no-match', detail }, isNothing: false };
    }
    const strict = this.#run(xml, path.source, path, markup, budget);
    if ('reason' in strict) return { result: strict, isNothing: false };
    if (!this.#foundNothing(xml, strict, path, markup, budget)) {
      return { result: toText(strict), isNothing: false };
    }
    if (path.lenient === null || !markup.scan.hasNamespaces) {
      return { result: toText(strict), isNothing: true };
    }
    const lenient = this.#run(xml, path.lenient, path, markup, budget);
    if ('reason' in lenient) return { result: lenient, isNothing: false };
    return { result: toText(lenient), isNothing: isEmpty(lenient) };
  }

  #open(
    cache: Map<string, Markup | Refusal>,
    xml: LibXml,
    text: string,
    budget: Budget,
    read: (xml: LibXml, text: string, budget: Budget) => Markup | Refusal | 'budget',
  ): Markup | Failure {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const markup = read(xml, text, budget);
    if (markup === 'budget') return { reason: 'budget' };
    cache.set(text, markup);
    return markup;
  }

  #run(
    xml: LibXml,
    expression: string,
    path: XPath,
    markup: Markup,
    budget: Budget,
  ): XPathResult | Failure {
    const price = priceOf(path.profile, markup.scan, budget.steps);
    if (price === null) {
      return {
        reason: 'budget',
        detail: say('xPathTooExpensive'),
      };
    }
    const prefixes = path.prefixes.map(
      (prefix) => [prefix, markup.scan.namespaces.get(prefix) ?? ''] as const,
    );
    const { visits, result } = xml.evaluate(
      markup.document,
      expression,
      new Map(prefixes),
      price.visitsMax,
    );
    budget.steps -= price.stepsFor(visits);
    if (result === 'limit') return { reason: 'budget' };
    if (result === 'error') return { reason: 'type', detail: say('xPathNotEvaluable') };
    if ('text' in result) charge(budget, 'copyMarkup', result.text.length);
    return result;
  }

  /**
   * Did this reading find nothing? For a number or a boolean, whose 0 or false may be an answer, that is: the
   * document has no such element at all.
   */
  #foundNothing(
    xml: LibXml,
    result: XPathResult,
    path: XPath,
    markup: Markup,
    budget: Budget,
  ): boolean {
    if (result.kind === 'nodes' || result.kind === 'string') return isEmpty(result);
    const mayBeOther = markup.scan.hasNamespaces || markup.mayBeHtml;
    if (!mayBeOther || path.elementNames.length === 0) return false;
    const anyOf = path.elementNames.map((name) => `//${name}`).join('|');
    const found = this.#run(xml, `boolean(${anyOf})`, path, markup, budget);
    return 'kind' in found && found.kind === 'boolean' && !found.boolean;
  }
}

function isEmpty(result: XPathResult): boolean {
  if (result.kind === 'nodes') return result.count === 0;
  return result.kind === 'string' && result.text === '';
}

function readMarkup(xml: LibXml, raw: string, budget: Budget): Markup | Refusal | 'budget' {
  const text = withoutMark(raw);
  if (text.length > limits.xmlCharactersMax) return tooLong;
  if (!affords(budget, 'parseXml', text.length)) return 'budget';
  charge(budget, 'parseXml', text.length);
  const isHtml = looksLikeHtml(text);
  // XML has no `&nbsp;`: without the document type, which is never read, the parser drops it and joins the words.
  const scan = isHtml && hasHtmlEntities(text) ? null : scanMarkup(text);
  if (scan !== null && !('reason' in scan)) {
    const document = xml.parse(text, scan.depth > ordinaryDepthMax);
    if (document !== null) return { scan, document, mayBeHtml: isHtml };
  }
  if (isHtml) return readHtml(xml, raw, budget);
  if (scan !== null && 'reason' in scan) return scan;
  return { reason: 'parse', detail: say('neitherXmlNorHtml') };
}

function readHtml(xml: LibXml, raw: string, budget: Budget): Markup | Refusal | 'budget' {
  const text = withoutMark(raw);
  if (text.length > limits.htmlCharactersMax) return tooMuchHtml;
  if (!affords(budget, 'parseHtml', text.length)) return 'budget';
  charge(budget, 'parseHtml', text.length);
  const converted = htmlToXml(text);
  if (typeof converted !== 'string') return converted;
  const scan = scanMarkup(converted);
  if ('reason' in scan) return scan;
  const document = xml.parse(converted, scan.depth > ordinaryDepthMax);
  if (document === null) return { reason: 'parse', detail: say('htmlUnreadable') };
  return { scan, document, mayBeHtml: false };
}

const tooLong: Refusal = {
  reason: 'too-large',
  detail: say('xmlTooLong', { max: limits.xmlCharactersMax }),
};

const tooMuchHtml: Refusal = {
  reason: 'too-large',
  detail: say('htmlTooLong', { max: limits.htmlCharactersMax }),
};

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function toText(result: XPathResult): string | Failure {
  switch (result.kind) {
    case 'nodes':
      return result.count === 0 ? { reason: 'no-match' } : result.text;
    case 'string':
      return result.text;
    case 'boolean':
      return String(result.boolean);
    case 'number':
      return formatNumber(result.number);
  }
}
