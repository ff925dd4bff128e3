import { compileMatch, Doc, type Plain } from './embedded/index.ts';

/** A document in the form in which filters look at it. */
export type Findable = Doc;

/** Made once for a document that many filters are held against. */
export function findable(document: object): Findable {
  // as: stored documents are made of what the database can store.
  return Doc.of(document as Readonly<Record<string, Plain>>);
}

/** The filter of a query, for documents that are in no store: the same ones match. Throws for an unknown operator. */
export function matcherOf(filter: object): (document: Findable) => boolean {
  const matcher = compileMatch(findable(filter));
  return (document) => matcher.test(document);
}
