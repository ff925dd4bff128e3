import { type ApiDocument, canonicaliseKeys, validatorOf } from '../../http/index.ts';
import type { ApiOperation, Traits } from './traits.ts';

export function operationOf(publicApi: ApiDocument<Traits>, id: string): ApiOperation {
  const found = publicApi.operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`The document has no ${id}.`);
  return found;
}

/** A body as the router would hand it to the handler of the operation. Throws 400. */
export function askedBody<Body>(
  publicApi: ApiDocument<Traits>,
  operation: ApiOperation,
  given: unknown,
): Body {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const asked = canonicaliseKeys(schema, given);
  validatorOf(publicApi).forOperation(operation)({
    ...{ path: operation.path, headers: {}, query: {}, body: asked },
  });
  // as: it has just been held against the document.
  return asked as Body;
}
