import type { CharSet } from './char-set.ts';

/** The option letters as bits. `rightToLeft` is also how a lookbehind reads its body. */
export const options = {
  ignoreCase: 1,
  multiline: 2,
  explicitCapture: 4,
  singleline: 8,
  extended: 16,
  rightToLeft: 32,
} as const;

/** "No upper bound" of a quantifier; .NET's own number for it. */
export const unbounded = 0x7fffffff;

export type Anchor =
  | 'start'
  | 'line-start'
  | 'line-end'
  | 'end'
  | 'end-or-final-newline'
  | 'search-start'
  | 'boundary'
  | 'not-boundary';

/** `back` nodes consume towards the start of the text. Children stand in pattern order in either direction. */
export type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string; readonly back: boolean }
  | { readonly kind: 'set'; readonly set: CharSet; readonly back: boolean }
  | { readonly kind: 'anchor'; readonly anchor: Anchor }
  | {
      readonly kind: 'reference';
      readonly group: number;
      readonly ignoreCase: boolean;
      readonly back: boolean;
    }
  | { readonly kind: 'sequence'; readonly nodes: readonly Node[]; readonly back: boolean }
  | { readonly kind: 'choice'; readonly nodes: readonly Node[] }
  | {
      readonly kind: 'loop';
      readonly node: Node;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    }
  /** `group` or `ended` is -1 if absent: `(?<-b>…)` ends a capture of b and makes none. */
  | {
      readonly kind: 'capture';
      readonly node: Node;
      readonly group: number;
      readonly ended: number;
    }
  | { readonly kind: 'look'; readonly node: Node; readonly negative: boolean }
  | { readonly kind: 'atomic'; readonly node: Node }
  | { readonly kind: 'if-group'; readonly group: number; readonly yes: Node; readonly no: Node }
  | { readonly kind: 'if-match'; readonly condition: Node; readonly yes: Node; readonly no: Node };

export const empty: Node = { kind: 'empty' };
