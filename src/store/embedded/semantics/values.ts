/**
 * The interface of the value model: values, and their conversion from and to BSON bytes.
 * `model.ts` explains how each BSON type is represented.
 */
export { decode, decodeValue, eachRaw } from './decode.ts';
export { byteLength, encode } from './encode.ts';
export { fieldSet, type Member, reader } from './field-set.ts';
export {
  asNumber,
  Binary,
  BsonRegExp,
  BsonSymbol,
  bsonType,
  Code,
  DbPointer,
  Decimal128,
  Doc,
  Double,
  double,
  fromPlain,
  isInt32,
  isNumeric,
  maxKey,
  minKey,
  ObjectId,
  type Plain,
  Timestamp,
  undefinedValue,
  type Value,
} from './model.ts';
