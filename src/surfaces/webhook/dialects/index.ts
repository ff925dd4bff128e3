export type { Credentials, Dialect, RequestHead } from './dialect.ts';
export { dialects } from './dialects.ts';
/** The module that translates requests, for a thread that loads it by its address. */
export const protocolTranslator = new URL('./translate.ts', import.meta.url);
