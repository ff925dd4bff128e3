import { MappingMistake } from '../mistake.ts';

/** Thrown for a path that is neither RFC 9535 nor a Json.NET spelling. */
export class JsonPathSyntaxError extends MappingMistake {
  override readonly name = 'JsonPathSyntaxError';
}
