import {
  jsonBodiesAs,
  jsonBodiesBy,
  parseJsonInSlices,
  type TextFormat,
} from '../../http/index.ts';
import { AppError } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { scimMediaType } from './errors.ts';

/** SCIM itself needs 8 levels: a bulk request with a PATCH with a user. */
const nestingMax = 32;

/** SCIM has objects of some thirty attributes, and lists of members: as many as 4 MB have room for. */
const sizes = { membersMax: 1000, itemsMax: 120_000 };

/** JSON that is not so deep that walking it could exhaust the stack, read while others are served. */
export const scimBodies: TextFormat = jsonBodiesAs(
  scimMediaType,
  jsonBodiesBy((text) => {
    demandShallow(text);
    return parseJsonInSlices(text, sizes);
  }),
);

const megabyte = 1024 * 1024;

/**
 * Large bodies are those of groups, whose members come in one list. A bulk request that is too large gets its answer
 * from the protocol.
 */
export function scimBytesMax(operationId: string): number {
  return /^((create|replace|patch)Group|runBulk)$/.test(operationId) ? 4 * megabyte : megabyte;
}

/** Without a regular expression: a text that does not end could make one start again at every quote. */
function demandShallow(text: string): void {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isText) {
      if (unit === 0x5c /* \ */) index += 1;
      else if (unit === 0x22 /* " */) isText = false;
    } else if (unit === 0x22) isText = true;
    else if (unit === 0x7b /* { */ || unit === 0x5b /* [ */) depth += 1;
    else if (unit === 0x7d /* } */ || unit === 0x5d /* ] */) depth -= 1;
    if (depth > nestingMax)
      throw new AppError('malformed-body', say('bodyTooDeep', { levels: nestingMax }));
  }
}
