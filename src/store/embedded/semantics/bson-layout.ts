import { CommandError } from './errors.ts';
import { bsonType } from './model.ts';

/** Where the value that starts at `p` ends. */
export function valueEnd(b: Buffer, type: number, p: number, limit: number): number {
  let end: number;
  switch (type) {
    case bsonType.string:
    case bsonType.javascript:
    case bsonType.symbol:
      end = p + 4 + int32(b, p);
      break;
    case bsonType.object:
    case bsonType.array:
    case bsonType.javascriptWithScope:
      end = p + int32(b, p);
      break;
    case bsonType.double:
    case bsonType.date:
    case bsonType.long:
    case bsonType.timestamp:
      end = p + 8;
      break;
    case bsonType.int:
      end = p + 4;
      break;
    case bsonType.objectId:
      end = p + 12;
      break;
    case bsonType.bool:
      end = p + 1;
      break;
    case bsonType.binData:
      end = p + 5 + int32(b, p);
      break;
    case bsonType.decimal:
      end = p + 16;
      break;
    case bsonType.dbPointer:
      end = p + 16 + int32(b, p);
      break;
    case bsonType.regex:
      end = b.indexOf(0, b.indexOf(0, p) + 1) + 1;
      break;
    case bsonType.null:
    case bsonType.undefined:
    case bsonType.minKey:
    case bsonType.maxKey:
      return p;
    default:
      throw invalid(`0x${type.toString(16)} is no type`);
  }
  if (end <= p || end > limit) throw invalid('a value has a wrong length');
  return end;
}

/** Little endian, signed. */
export function int32(b: Buffer, p: number): number {
  return (
    (b[p] as number) |
    ((b[p + 1] as number) << 8) |
    ((b[p + 2] as number) << 16) |
    ((b[p + 3] as number) << 24)
  );
}

export function invalid(what: string): CommandError {
  return new CommandError('InvalidBSON', `invalid BSON: ${what}`);
}
