import { jsonpath } from 'json-p3';
import { say } from '../../kernel/index.ts';
import { limits } from '../limits.ts';
import { type CompiledRegex, compileRegex, RegexSyntaxError } from '../regex/index.ts';
import { compileFilterPattern } from './filter-pattern.ts';
import { jsonNetToRfc } from './json-net.ts';
import { JsonPathSyntaxError } from './syntax-error.ts';

/** A parsed query: plain data for the selector in `select.ts`. */
export interface Query {
  readonly segments: readonly Segment[];
  /** Set when the path is written in Json.NET's spelling: its comparison rules then apply. */
  readonly jsonNet: boolean;
  /** Does a filter compare anything? Only then do the two readings differ. */
  readonly compares: boolean;
}

export interface Segment {
  readonly descendant: boolean;
  readonly selectors: readonly Selector[];
}

export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | {
      readonly kind: 'slice';
      readonly start?: number;
      readonly stop?: number;
      readonly step: number;
    }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'filter'; readonly test: Expression };

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Expression =
  | { readonly kind: 'literal'; readonly value: null | boolean | number | string }
  | {
      readonly kind: 'query';
      readonly absolute: boolean;
      readonly singular: boolean;
      readonly segments: readonly Segment[];
    }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'regex'; readonly operand: Expression; readonly regex: CompiledRegex }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] };

const { selectors: selectorTypes, expressions: expressionTypes, FunctionExpressionType } = jsonpath;

const rfc9535 = new jsonpath.JSONPathEnvironment();

/** RFC 9535 plus the two functions `json-net.ts` writes: a regex test, and “any of these nodes” inside a comparison. */
const jsonNet = new jsonpath.JSONPathEnvironment();
jsonNet.functionRegister.set('netregex', {
  argTypes: [FunctionExpressionType.NodesType, FunctionExpressionType.ValueType],
  returnType: FunctionExpressionType.LogicalType,
  call: () => false,
});
jsonNet.functionRegister.set('anyof', {
  argTypes: [FunctionExpressionType.NodesType],
  returnType: FunctionExpressionType.ValueType,
  call: () => null,
});

/**
 * Parses a path. What RFC 9535 accepts means what RFC 9535 says; everything else is read as Json.NET (no leading
 * `$`, dots before brackets, names with any character, `<>`, `===`, `=~ /x/i`). Throws `JsonPathSyntaxError`.
 */
export function parseQuery(path: string): Query {
  if (path.length > limits.jsonPathCharactersMax) {
    throw new JsonPathSyntaxError(say('jsonPathTooLong', { max: limits.jsonPathCharactersMax }));
  }
  try {
    return toQuery(rfc9535.compile(path), false);
  } catch (error) {
    if (!(error instanceof jsonpath.JSONPathError)) throw error;
    return parseJsonNet(path, error);
  }
}

function parseJsonNet(path: string, rfcComplaint: jsonpath.JSONPathError): Query {
  try {
    return toQuery(jsonNet.compile(jsonNetToRfc(path)), true);
  } catch (error) {
    if (error instanceof jsonpath.JSONPathError) {
      // Where, but not why: the library says that in English only.
      const position = rfcComplaint.token.index + 1;
      throw new JsonPathSyntaxError(say('jsonPathInvalid', { position }));
    }
    throw error;
  }
}

function toQuery(parsed: jsonpath.JSONPathQuery, isJsonNet: boolean): Query {
  const segments = toSegments(parsed, 0);
  return { segments, jsonNet: isJsonNet, compares: segments.some(segmentCompares) };
}

function segmentCompares({ selectors }: Segment): boolean {
  return selectors.some((selector) => selector.kind === 'filter' && compares(selector.test));
}

function compares(test: Expression): boolean {
  switch (test.kind) {
    case 'compare':
      return true;
    case 'not':
      return compares(test.operand);
    case 'and':
    case 'or':
      return compares(test.left) || compares(test.right);
    case 'query':
      return test.segments.some(segmentCompares);
    case 'regex':
      return compares(test.operand);
    case 'call':
      return test.args.some(compares);
    case 'literal':
      return false;
  }
}

function toSegments(query: jsonpath.JSONPathQuery, filterDepth: number): Segment[] {
  return query.segments.map((segment) => ({
    descendant: segment.token.kind === jsonpath.TokenKind.DDOT,
    selectors: segment.selectors.map((selector) => toSelector(selector, filterDepth)),
  }));
}

function toSelector(selector: jsonpath.JSONPathSelector, filterDepth: number): Selector {
  if (selector instanceof selectorTypes.NameSelector) return { kind: 'name', name: selector.name };
  if (selector instanceof selectorTypes.IndexSelector)
    return { kind: 'index', index: selector.index };
  if (selector instanceof selectorTypes.WildcardSelector) return { kind: 'wildcard' };
  if (selector instanceof selectorTypes.SliceSelector) {
    return {
      kind: 'slice',
      step: selector.step ?? 1,
      ...(selector.start !== undefined && { start: selector.start }),
      ...(selector.stop !== undefined && { stop: selector.stop }),
    };
  }
  if (selector instanceof selectorTypes.FilterSelector) {
    const depth = filterDepth + 1;
    if (depth > limits.jsonPathFilterDepthMax) {
      throw new JsonPathSyntaxError(
        say('jsonPathFiltersTooDeep', { max: limits.jsonPathFilterDepthMax }),
      );
    }
    return { kind: 'filter', test: toExpression(selector.expression, depth) };
  }
  throw new JsonPathSyntaxError(say('jsonPathSelectorUnsupported'));
}

function toExpression(
  expression: jsonpath.expressions.FilterExpression,
  filterDepth: number,
): Expression {
  if (expression instanceof expressionTypes.LogicalExpression) {
    return toExpression(expression.expression, filterDepth);
  }
  if (expression instanceof expressionTypes.NullLiteral) return { kind: 'literal', value: null };
  if (
    expression instanceof expressionTypes.BooleanLiteral ||
    expression instanceof expressionTypes.StringLiteral ||
    expression instanceof expressionTypes.NumberLiteral
  ) {
    return { kind: 'literal', value: expression.value };
  }
  if (expression instanceof expressionTypes.FilterQuery) {
    return {
      kind: 'query',
      absolute: expression instanceof expressionTypes.RootQuery,
      singular: expression.path.singularQuery(),
      segments: toSegments(expression.path, filterDepth),
    };
  }
  if (expression instanceof expressionTypes.PrefixExpression) {
    return { kind: 'not', operand: toExpression(expression.right, filterDepth) };
  }
  if (expression instanceof expressionTypes.InfixExpression)
    return toInfix(expression, filterDepth);
  if (expression instanceof expressionTypes.FunctionExtension)
    return toCall(expression, filterDepth);
  throw new JsonPathSyntaxError(say('jsonPathFilterUnsupported'));
}

function toInfix(infix: jsonpath.expressions.InfixExpression, filterDepth: number): Expression {
  const left = toExpression(infix.left, filterDepth);
  const right = toExpression(infix.right, filterDepth);
  if (infix.operator === '&&') return { kind: 'and', left, right };
  if (infix.operator === '||') return { kind: 'or', left, right };
  return { kind: 'compare', operator: infix.operator as Comparison, left, right };
}

function toCall(call: jsonpath.expressions.FunctionExtension, filterDepth: number): Expression {
  const args = call.args.map((arg) => toExpression(arg, filterDepth));
  const [operand, pattern] = args;
  if (operand === undefined || pattern?.kind !== 'literal' || typeof pattern.value !== 'string') {
    return { kind: 'call', name: call.name, args };
  }
  if (call.name === 'netregex')
    return { kind: 'regex', operand, regex: compilePattern(pattern.value) };
  if (call.name === 'match' || call.name === 'search') {
    const regex = compileFilterPattern(pattern.value, call.name);
    // RFC 9535 section 2.4.6: a pattern that is not valid matches nothing; it is no error.
    return regex === null ? { kind: 'literal', value: false } : { kind: 'regex', operand, regex };
  }
  return { kind: 'call', name: call.name, args };
}

function compilePattern(pattern: string): CompiledRegex {
  try {
    return compileRegex(pattern);
  } catch (error) {
    if (error instanceof RegexSyntaxError) {
      throw new JsonPathSyntaxError(say('jsonPathRegexInvalid', { why: error.sentence }));
    }
    throw error;
  }
}
