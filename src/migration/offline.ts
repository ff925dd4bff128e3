/**
 * As much of migration as needs neither disk nor network: what the console runs in the browser of whoever comes, on a
 * file that stays there.
 */
export { differencesOf } from './compare/minutes.ts';
export { lineInGerman } from './german/in-german.ts';
export { type Import, importFrom, type WrittenImport } from './import-from.ts';
export { importers } from './importers.ts';
export { products } from './products/products.ts';
export { fileGiven, folderGiven } from './read/given.ts';
export type { SavedAnswers } from './read/saved.ts';
export { answersIn } from './read/source.ts';
export { answersFile, answersText } from './write/answers-text.ts';
export { isOwnFile, lockFile, readLock } from './write/lock.ts';
export { tfvarsText } from './write/to-terraform.ts';
