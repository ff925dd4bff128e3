/**
 * XPath 1.0 for mapping steps, on XML and HTML text.
 *
 * libxml2 in WebAssembly does the work (`libxml.ts`); this folder decides what reaches it (`markup-scan.ts`, `html.ts`), how long
 * it may run (`profile.ts`), and how a default namespace is forgiven (`lenient.ts`).
 *
 * Design notes
 * - The module is loaded by `loadXPath`, once, because instantiating is asynchronous while evaluation must not be.
 * - Its memory never shrinks. When a large document has blown it up, a fresh instance is loaded in the background and used
 *   from the next payload on.
 * - Documents live as long as the payload's evaluation: `MarkupCache.dispose` frees them, also after an error.
 */
import { limits } from '../limits.ts';
import type { FailReason } from '../types.ts';
import { htmlToXml, looksLikeHtml } from './html.ts';
import { elementNames, ignoringNamespaces, prefixesOf } from './lenient.ts';
import { type DocumentPointer, type LibXml, loadLibrary, type XPathResult } from './libxml.ts';
import { type MarkupScan, type Refusal, scanMarkup } from './markup-scan.ts';
import { formatNumber } from './number-text.ts';
import { type Profile, profileOf, visitLimit } from './profile.ts';
import { tokenise, XPathSyntaxError } from './tokens.ts';

export { XPathSyntaxError } from './tokens.ts';

export interface XPath {
  readonly source: string;
  /** The same with element names in any namespace; null when it tests none. */
  readonly lenient: string | null;
  readonly elementNames: readonly string[];
  readonly prefixes: readonly string[];
  readonly profile: Profile;
}

/** Beyond this, a fresh instance replaces the one in use. */
const memoryBytesMax = 96 * 1_024 * 1_024;
/** libxml2 visits some 60 million nodes in a second, the other engines run 25 million steps and fewer. */
const visitsPerStep = 3;
/** Elements deeper than this need the parser's larger limits. */
const ordinaryDepthMax = 200;

let library: LibXml | null = null;
let loading: Promise<void> | null = null;

/** Loads the XPath engine, once per process (some 15 ms and 17 MB), or waits for an instance that is being replaced. Await it before compiling a mapping with an `xPath` step. */
export async function loadXPath(): Promise<void> {
  if (library === null) loading ??= replaceLibrary();
  await loading;
}

/** Bytes the XPath engine holds, 0 before it is loaded. */
export function xPathMemoryBytes(): number {
  return library?.memoryBytes ?? 0;
}

async function replaceLibrary(): Promise<void> {
  try {
    library = await loadLibrary();
  } finally {
    loading = null;
  }
}

/** Swaps the instance in the background. Should that fail, the one in use goes on and the next payload tries again. */
function renewLibrary(): void {
  loading ??= replaceLibrary();
  loading.catch(() => undefined);
}

function loaded(): LibXml {
  if (library === null)
    throw new Error('The XPath engine is not loaded: await loadXPath() at start.');
  return library;
}

/** Checks and prepares an expression. Throws `XPathSyntaxError` with a text for its author. */
export function compileXPath(source: string): XPath {
  if (source.trim() === '') throw new XPathSyntaxError('An XPath expression cannot be empty.');
  if (source.length > limits.xPathCharactersMax) {
    throw new XPathSyntaxError(
      `An XPath expression may have at most ${limits.xPathCharactersMax} characters.`,
    );
  }
  const tokens = tokenise(source);
  if (!loaded().compiles(source)) {
    throw new XPathSyntaxError('This is not an XPath 1.0 expression.');
  }
  return {
    source,
    lenient: ignoringNamespaces(source, tokens),
    elementNames: elementNames(tokens),
    prefixes: prefixesOf(tokens),
    profile: profileOf(tokens),
  };
}

interface Markup {
  readonly scan: MarkupScan;
  readonly document: DocumentPointer;
}

interface Failure {
  readonly reason: FailReason;
  readonly detail?: string;
}

/** The parsed documents of one payload, each text once. `dispose` frees them. */
export class MarkupCache {
  #documents: Map<string, Markup | Refusal> | null = null;
  #library: LibXml | null = null;

  /**
   * The string an expression yields on a text (node-set: text of the first node in document order; number and boolean as XPath
   * prints them), or why there is none. Takes its visits, and the size of what it parses, from the budget.
   */
  evaluate(path: XPath, text: string, budget: { steps: number }): string | Failure {
    this.#library ??= loaded();
    const markup = this.#open(this.#library, text, budget);
    if ('reason' in markup) return markup;
    const undeclared = path.prefixes.find((prefix) => !markup.scan.namespaces.has(prefix));
    if (undeclared !== undefined) {
      return {
        reason: 'no-match',
        detail: `The document declares no namespace prefix “${undeclared}”.`,
      };
    }
    const strict = this.#run(this.#library, path.source, path, markup, budget);
    if ('reason' in strict) return strict;
    const retry =
      path.lenient !== null &&
      markup.scan.hasNamespaces &&
      this.#foundNothing(this.#library, strict, path, markup, budget);
    const result =
      retry && path.lenient !== null
        ? this.#run(this.#library, path.lenient, path, markup, budget)
        : strict;
    return 'reason' in result ? result : toText(result);
  }

  dispose(): void {
    if (this.#documents === null || this.#library === null) return;
    for (const markup of this.#documents.values()) {
      if ('document' in markup) this.#library.free(markup.document);
    }
    if (this.#library.memoryBytes > memoryBytesMax) renewLibrary();
    this.#documents = null;
    this.#library = null;
  }

  #open(xml: LibXml, text: string, budget: { steps: number }): Markup | Refusal | Failure {
    this.#documents ??= new Map();
    const known = this.#documents.get(text);
    if (known !== undefined) return known;
    // So a payload can make us parse about five documents of 3 MB, some 40 ms each.
    budget.steps -= text.length >> 4;
    if (budget.steps <= 0) return { reason: 'budget' };
    const markup = parseMarkup(xml, text);
    this.#documents.set(text, markup);
    return markup;
  }

  #run(
    xml: LibXml,
    expression: string,
    path: XPath,
    markup: Markup,
    budget: { steps: number },
  ): XPathResult | Failure {
    const limit = visitLimit(path.profile, markup.scan, budget.steps * visitsPerStep);
    if (limit <= 0)
      return {
        reason: 'budget',
        detail: 'This expression is too costly on a document of this size.',
      };
    const prefixes = path.prefixes.map(
      (prefix) => [prefix, markup.scan.namespaces.get(prefix) ?? ''] as const,
    );
    const { visits, result } = xml.evaluate(markup.document, expression, new Map(prefixes), limit);
    budget.steps -= Math.ceil(visits / visitsPerStep);
    if (result === 'limit') return { reason: 'budget' };
    if (result === 'error')
      return { reason: 'type', detail: 'The expression cannot be evaluated on this document.' };
    return result;
  }

  /**
   * Did the strict reading, names without a prefix being in no namespace, find nothing? For a number or a boolean, whose 0 or
   * false may be an answer, that is: the document has no such element at all.
   */
  #foundNothing(
    xml: LibXml,
    result: XPathResult,
    path: XPath,
    markup: Markup,
    budget: { steps: number },
  ): boolean {
    if (result.kind === 'nodes') return result.count === 0;
    if (result.kind === 'string') return result.text === '';
    const anyOf = path.elementNames.map((name) => `//${name}`).join('|');
    const found = this.#run(xml, `boolean(${anyOf})`, path, markup, budget);
    return 'kind' in found && found.kind === 'boolean' && !found.boolean;
  }
}

function parseMarkup(xml: LibXml, raw: string): Markup | Refusal {
  const text = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw;
  if (text.length > limits.xmlCharactersMax) {
    return {
      reason: 'too-large',
      detail: `XML may have at most ${limits.xmlCharactersMax} characters.`,
    };
  }
  const scan = scanMarkup(text);
  if (!('reason' in scan)) {
    const document = xml.parse(text, scan.depth > ordinaryDepthMax);
    if (document !== null) return { scan, document };
  }
  if (!looksLikeHtml(text)) {
    return 'reason' in scan
      ? scan
      : { reason: 'parse', detail: 'The text is neither well-formed XML nor HTML.' };
  }
  const converted = htmlToXml(text);
  if (typeof converted !== 'string') return converted;
  const htmlScan = scanMarkup(converted);
  if ('reason' in htmlScan) return htmlScan;
  const document = xml.parse(converted, htmlScan.depth > ordinaryDepthMax);
  return document === null
    ? { reason: 'parse', detail: 'The HTML cannot be read.' }
    : { scan: htmlScan, document };
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
