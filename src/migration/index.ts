/**
 * Migration: what another product has, read by its API and kept in one file, so that it can be imported after that
 * product is gone, and Terraform made of it. Knows nothing of the server: no store, no organization. Called by the
 * command line; a page of the console has its part without disk and network (`offline.ts`) in the browser.
 *
 * Design notes: a product is data (`products/`): its kinds of objects with their paths, how it pages and how fast it
 * may be asked. One client asks (`read/client`), one reader walks the kinds (`read/read-all`). A kind is read whole,
 * not readable, or failed; half a list is never kept. Objects are kept as they were answered, members unknown to us
 * included, without what surrounds them: the number of a request or the time that it took would make every file
 * different. The key goes to the address of the product and nowhere else: redirects are refused, and of a link to the
 * next page only its parameters count.
 *
 * A file, folder, zip archive or pipe is read, too (`read/files`): what was saved, what a product exports, or a state
 * of Terraform (`read/state`), whose resources a table of the product turns into the objects that its API would answer.
 *
 * An import is a function of what was read, of answers, of the lock and of the folder. The importer of a product gets
 * at objects through the ledger (`model/ledger`) alone, so what it does not read is in the report; it brings bodies of
 * the Public API with keys of the source in the place of ids, and the writer makes Terraform of them as an export
 * would, so that references are references and secrets are variables.
 */
export type { ImportedProduct, ImportOptions, WrittenImport } from './import-from.ts';
export { loadImports } from './load-imports.ts';
export type { Added } from './model/added.ts';
export type { Field, Fields } from './model/fields.ts';
export type { Destination, PastEvent, Question, RouteEvent } from './model/importer.ts';
export type { Level } from './model/ledger.ts';
export { mappingOfType } from './model/type-mapping.ts';
export type { FileSource, Product } from './products/product.ts';
export { products } from './products/products.ts';
export { createClient, type Time } from './read/client.ts';
export { type KindResult, type Results, readAll } from './read/read-all.ts';
export { readSaved, type SavedAnswers } from './read/saved.ts';
export { baseUrlOf, problemOfKey } from './read/target.ts';
export { readGiven } from './read-given.ts';
export { savedText } from './saved-text.ts';
export { type Answers, answerComment, answersFile, answersText } from './write/answers-text.ts';
export { isOwnFile, lockFile, readLock } from './write/lock.ts';
export { readPeople } from './write/people.ts';
export { exitCodeOf, type Report } from './write/report.ts';
export { writeSaved } from './write-saved.ts';
