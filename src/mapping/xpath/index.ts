/**
 * XPath 1.0 for mapping steps, on XML and HTML text.
 *
 * libxml2 in WebAssembly does the work (`libxml.ts`, kept alive by `engine.ts`); this folder decides what reaches it
 * (`markup-scan.ts`, `html.ts`), what it may cost (`profile.ts`), and how default namespaces are tolerated
 * (`lenient.ts`).
 *
 * Design notes
 * - The module is loaded by `loadXPath`, once, because instantiating is asynchronous while evaluation must not be.
 * - WebAssembly cannot be interrupted: the cost of an expression on a document is estimated before it runs.
 * - Documents live as long as the payload's evaluation: `MarkupCache.dispose` frees them, also after an error.
 */
import { say } from '../../kernel/index.ts';
import { limits } from '../limits.ts';
import { dropLibrary, libraryInUse } from './engine.ts';
import { elementNames, ignoringNamespaces, prefixesOf } from './lenient.ts';
import { demandShallow, nestingOf } from './nesting.ts';
import { type Profile, profileOf } from './profile.ts';
import { tokenise, XPathSyntaxError } from './tokens.ts';

export { loadXPath, xPathMemoryBytes } from './engine.ts';
export { MarkupCache } from './markup-cache.ts';

export interface XPath {
  readonly source: string;
  /** The same with element names in any namespace; null when it tests none. */
  readonly lenient: string | null;
  readonly elementNames: readonly string[];
  readonly prefixes: readonly string[];
  readonly profile: Profile;
}

/** Checks and prepares an expression. Throws `XPathSyntaxError` with a text for its author. */
export function compileXPath(source: string): XPath {
  if (source.trim() === '') throw new XPathSyntaxError(say('xPathEmpty'));
  if (source.length > limits.xPathCharactersMax) {
    throw new XPathSyntaxError(say('xPathTooLong', { max: limits.xPathCharactersMax }));
  }
  const tokens = tokenise(source);
  demandShallow(tokens);
  if (!isXPath(source)) throw new XPathSyntaxError(say('xPathInvalid'));
  const lenient = ignoringNamespaces(source, tokens);
  return {
    source,
    // Every name gets a predicate, which may be more than the engine can take; such an expression has its strict
    // reading only.
    lenient: lenient !== null && nestingOf(tokenise(lenient)).isShallow ? lenient : null,
    elementNames: elementNames(tokens),
    prefixes: prefixesOf(tokens),
    profile: profileOf(tokens),
  };
}

function isXPath(source: string): boolean {
  const library = libraryInUse();
  if (library === null) {
    throw new Error('The XPath engine is not loaded: await loadXPath() at start.');
  }
  try {
    return library.compiles(source);
  } catch {
    dropLibrary(library);
    throw new XPathSyntaxError(say('xPathTooComplex'));
  }
}
