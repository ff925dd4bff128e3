import type { Translate } from '../../../ingest/index.ts';
import { dialects } from './dialects.ts';

/**
 * Loaded by the thread that reads large bodies. So nothing that dialects import may load the store: that would be three
 * quarters of the memory of that thread, and of the time until it is ready.
 */
export const translate: Translate = (protocol, request) => {
  const dialect = dialects.find((one) => one.protocol === protocol);
  if (!dialect) throw new Error(`No dialect speaks the protocol ${protocol}.`);
  return dialect.read(request, null);
};
