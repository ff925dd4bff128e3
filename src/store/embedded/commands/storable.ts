import { documentBytesMax, rawElements } from '../bson-walk.ts';
import { BsonWriter } from '../bson-writer.ts';
import type { Engine } from '../engine.ts';
import { int32At } from '../semantics/bson-layout.ts';
import { CommandError } from '../semantics/errors.ts';

/** A document as it may be stored: within the size limit, with an acceptable `_id`, and that first. */
export function storable(engine: Engine, raw: Uint8Array): Uint8Array {
  if (raw.length > documentBytesMax) {
    throw new CommandError(
      'BSONObjectTooLarge',
      `object to insert too large. size in bytes: ${raw.length}, max size: ${documentBytesMax}`,
    );
  }
  const idFirst =
    raw[5] === 0x5f && raw[6] === 0x69 && raw[7] === 0x64 && raw[8] === 0 && raw.length > 9;
  if (idFirst) {
    checkId(raw, raw[4] as number, 9);
    return raw;
  }
  const elements = rawElements(raw);
  const id = elements.find((element) => element.name === '_id');
  const writer = new BsonWriter(raw.length + 32);
  const mark = writer.beginRoot();
  if (id === undefined) {
    writer.value('_id', engine.newObjectId());
    writer.elements(raw);
  } else {
    checkId(raw, id.type, id.at);
    writer.element(id.type, '_id', raw.subarray(id.at, id.end));
    for (const element of elements) {
      if (element !== id) {
        writer.element(element.type, element.name, raw.subarray(element.at, element.end));
      }
    }
  }
  writer.end(mark);
  return writer.bytes.subarray(0, writer.at);
}

function checkId(raw: Uint8Array, type: number, at: number): void {
  if (type === 0x04 || type === 0x0b || type === 0x06) {
    const name = type === 0x04 ? 'array' : type === 0x0b ? 'regex' : 'undefined';
    throw new CommandError('InvalidIdField', `The '_id' value cannot be of type ${name}`);
  }
  if (type !== 0x03) return;
  const nested = raw.subarray(at, at + int32At(raw, at));
  for (const { name } of rawElements(nested)) {
    if (name.startsWith('$')) {
      throw new CommandError(
        'DollarPrefixedFieldName',
        `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
      );
    }
  }
}
