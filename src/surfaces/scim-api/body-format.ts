import { jsonBodiesAs, type TextFormat } from '../../http/index.ts';
import { AppError } from '../../kernel/index.ts';
import { scimMediaType } from './errors.ts';

/** SCIM itself needs 8 levels: a bulk request with a PATCH with a user. */
const nestingMax = 32;

const format = jsonBodiesAs(scimMediaType);

/** JSON that is not so deep that walking it could exhaust the stack. */
export const scimBodies: TextFormat = {
  ...format,
  parse(text) {
    demandShallow(text);
    return format.parse(text);
  },
};

/** Without a regular expression: a text that does not end could make one start again at every quote. */
function demandShallow(text: string): void {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isText) {
      if (character === '\\') index += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > nestingMax)
      throw new AppError('malformed-body', `The body is nested deeper than ${nestingMax} levels.`);
  }
}
