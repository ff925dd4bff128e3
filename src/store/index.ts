/**
 * The store of all documents: the embedded database, or the MongoDB in MONGODB_URI. No code outside this
 * folder knows which. Modules declare their collections with `defineModel` and get mongoose
 * models. There are no multi-document transactions: one change is one document.
 */
export { changeStoredTexts } from './change-texts.ts';
export { pagesOf } from './cursor-pages.ts';
export { backUpDataFolder, exportDataFolder, verifyDataFolder } from './data-folder.ts';
export { type DefinedModel, defineModel } from './define-model.ts';
export { DatabaseThread } from './embedded/index.ts';
export {
  duplicateKeyCode,
  isDuplicateKey,
  isOutOfTime,
  isStoreFailure,
  isTooLarge,
  writeErrorsOf,
} from './errors.ts';
export { insertMissing } from './insert-missing.ts';
export { literalPattern } from './literal-pattern.ts';
export { type Findable, findable, matcherOf } from './matching.ts';
export { type OpenStore, openStore } from './open.ts';
export { type DataFileDamage, pageSweepTasks } from './page-sweep.ts';
export {
  driverCollection,
  type PathFilter,
  type PlainDocument,
  pathFilter,
  plainCollection,
  schemaOf,
} from './typed.ts';
export { writeVersion } from './write-version.ts';
