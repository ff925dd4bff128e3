import { say } from '../../kernel/index.ts';
import { caseVariants } from './casing.ts';
import { anyUnit, type CharSet, notLineFeed, setOf, shorthandSet } from './char-set.ts';
import { parseClass, parseProperty } from './class-syntax.ts';
import type { GroupTable } from './groups.ts';
import { PatternReader } from './reader.ts';
import { type Anchor, empty, type Node, options, unbounded } from './syntax.ts';

/** An unfinished group on the parser's own stack, so that deep nesting cannot exhaust the machine's. */
interface OpenGroup {
  readonly kind: 'group' | 'capture' | 'look' | 'atomic' | 'if-group' | 'if-match';
  /** Direction of what stands directly inside. */
  readonly back: boolean;
  readonly group: number;
  readonly ended: number;
  readonly negative: boolean;
  readonly branches: Node[];
  sequence: Node[];
  condition: Node | undefined;
}

const nestingMax = 250;

const escapedAnchors: Readonly<Record<string, Anchor>> = {
  A: 'start',
  z: 'end',
  Z: 'end-or-final-newline',
  G: 'search-start',
  b: 'boundary',
  B: 'not-boundary',
};

/** Second pass: the pattern as a tree. Throws a RegexSyntaxError for everything .NET's parser refuses. */
export function parsePattern(pattern: string, given: number, groups: GroupTable): Node {
  return new Parser(pattern, given, groups).parse();
}

class Parser {
  readonly #reader: PatternReader;
  readonly #groups: GroupTable;
  readonly #outer: OpenGroup[] = [];
  #group: OpenGroup;
  #unnamed = 1;
  /** One set per letter under option `i`, however often the pattern repeats it. */
  readonly #letters = new Map<number, CharSet>();
  // .NET forgets to clear this when the condition is itself a `(?…)` group, so the next plain parenthesis captures
  // nothing although pass 1 gave it a number. Patterns written against .NET see the same here.
  #ignoreNextParenthesis = false;
  #afterQuantifier = false;

  constructor(pattern: string, given: number, groups: GroupTable) {
    this.#reader = new PatternReader(pattern, given);
    this.#groups = groups;
    this.#group = this.#newGroup('group');
  }

  parse(): Node {
    const reader = this.#reader;
    for (;;) {
      reader.skipBlank();
      if (reader.left === 0) break;
      const node = this.#parseAtom();
      if (node) this.#group.sequence.push(this.#parseQuantifier(node));
    }
    if (this.#outer.length > 0) reader.fail('insufficient-closing-parentheses');
    return this.#finishGroup(this.#group);
  }

  /** One atom, or undefined if the characters only opened or divided a group. */
  #parseAtom(): Node | undefined {
    const reader = this.#reader;
    if (reader.isQuantifier()) {
      const code = this.#afterQuantifier
        ? 'nested-quantifiers-not-parenthesized'
        : 'quantifier-after-nothing';
      reader.position++;
      reader.fail(code);
    }
    this.#afterQuantifier = false;
    const unit = reader.pattern.charCodeAt(reader.position);
    const letter = reader.take();
    switch (letter) {
      case '[':
        return this.#setNode(parseClass(reader, reader.has(options.ignoreCase)));
      case '(':
        this.#openGroup();
        return undefined;
      case '|':
        this.#divideGroup();
        return undefined;
      case ')':
        return this.#closeGroup();
      case '\\':
        return this.#parseEscape();
      case '^':
        return anchor(reader.has(options.multiline) ? 'line-start' : 'start');
      case '$':
        return anchor(reader.has(options.multiline) ? 'line-end' : 'end-or-final-newline');
      case '.':
        return this.#setNode(reader.has(options.singleline) ? anyUnit() : notLineFeed());
      default:
        return this.#unitNode(unit);
    }
  }

  #parseQuantifier(node: Node): Node {
    const reader = this.#reader;
    reader.skipBlank();
    if (reader.left === 0 || !reader.isQuantifier()) return node;
    this.#afterQuantifier = true;
    let min = 0;
    let max = unbounded;
    const letter = reader.take();
    if (letter === '+') min = 1;
    else if (letter === '?') max = 1;
    else if (letter === '{') {
      min = reader.scanDecimal();
      max = min;
      if (reader.takeIf(',')) max = reader.nextIsDigit() ? reader.scanDecimal() : unbounded;
      reader.position++;
    }
    reader.skipBlank();
    const lazy = reader.takeIf('?');
    if (min > max) reader.fail('reversed-quantifier-range');
    if (max === 0) return empty;
    return min === 1 && max === 1 ? node : { kind: 'loop', node, min, max, lazy };
  }

  #parseEscape(): Node {
    const reader = this.#reader;
    const letter = reader.next;
    if (letter === '') reader.fail('unescaped-ending-backslash');
    const named = escapedAnchors[letter];
    if (named) {
      reader.position++;
      return anchor(named);
    }
    if (/[dDsSwW]/.test(letter)) {
      reader.position++;
      return this.#setNode(shorthandSet(letter));
    }
    if (letter === 'p' || letter === 'P') {
      reader.position++;
      return this.#setNode(parseProperty(reader, letter === 'P', reader.has(options.ignoreCase)));
    }
    return this.#parseReference() ?? this.#unitNode(reader.scanEscapedUnit());
  }

  /** `\1`, `\k<n>`, `\k'n'`, `\<n>`, `\'n'`; undefined (and nothing consumed) if it must be a character. */
  #parseReference(): Node | undefined {
    const reader = this.#reader;
    const start = reader.position;
    const isNamed = reader.takeIf('k');
    const quote = reader.next;
    if (!isNamed && reader.nextIsDigit()) {
      if (quote === '0') return undefined;
      const number = reader.scanDecimal();
      if (this.#groups.has(number)) return this.#referenceNode(number);
      // Two digits and more may still be octal.
      if (number <= 9)
        reader.fail('undefined-numbered-reference', say('regexHere', { it: String(number) }));
      reader.position = start;
      return undefined;
    }
    if ((quote !== '<' && quote !== "'") || reader.left < 2) {
      if (isNamed) reader.fail('malformed-named-reference');
      return undefined;
    }
    reader.position++;
    const close = quote === '<' ? '>' : "'";
    if (reader.nextIsDigit()) {
      const number = reader.scanDecimal();
      if (reader.takeIf(close)) {
        if (this.#groups.has(number)) return this.#referenceNode(number);
        reader.fail('undefined-numbered-reference', say('regexHere', { it: String(number) }));
      }
    } else if (reader.nextIsNameUnit()) {
      const name = reader.scanName();
      if (reader.takeIf(close)) {
        const number = this.#groups.byName.get(name);
        if (number !== undefined) return this.#referenceNode(number);
        reader.fail('undefined-named-reference', say('regexHere', { it: name }));
      }
    }
    reader.position = start;
    return undefined;
  }

  #referenceNode(group: number): Node {
    const reader = this.#reader;
    return {
      kind: 'reference',
      group,
      ignoreCase: reader.has(options.ignoreCase),
      back: reader.has(options.rightToLeft),
    };
  }

  #unitNode(unit: number): Node {
    const reader = this.#reader;
    const back = reader.has(options.rightToLeft);
    const variants = reader.has(options.ignoreCase) ? caseVariants(unit) : [];
    if (variants.length > 1) {
      const set = this.#letters.get(unit) ?? setOf(variants);
      this.#letters.set(unit, set);
      return { kind: 'set', set, back };
    }
    return { kind: 'text', text: String.fromCharCode(unit), back };
  }

  #setNode(set: CharSet): Node {
    const back = this.#reader.has(options.rightToLeft);
    const single = set.single(false);
    return single === undefined
      ? { kind: 'set', set, back }
      : { kind: 'text', text: String.fromCharCode(single), back };
  }

  #newGroup(kind: OpenGroup['kind'], more: Partial<OpenGroup> = {}): OpenGroup {
    return {
      kind,
      back: this.#reader.has(options.rightToLeft),
      group: -1,
      ended: -1,
      negative: false,
      branches: [],
      sequence: [],
      condition: undefined,
      ...more,
    };
  }

  #openGroup(): void {
    const reader = this.#reader;
    reader.enterGroup();
    const opened = this.#parseGroupHead();
    if (!opened) {
      reader.keepOptions();
      return;
    }
    this.#outer.push(this.#group);
    if (this.#outer.length > nestingMax) {
      reader.fail('nested-too-deeply', say('regexLimit', { max: nestingMax }));
    }
    this.#group = opened;
  }

  #divideGroup(): void {
    const group = this.#group;
    group.branches.push(sequenceNode(group.sequence, group.back));
    group.sequence = [];
  }

  #closeGroup(): Node | undefined {
    const reader: PatternReader = this.#reader;
    const outer = this.#outer.pop();
    if (!outer) reader.fail('insufficient-opening-parentheses');
    const node = this.#finishGroup(this.#group);
    reader.leaveGroup();
    this.#group = outer;
    if (outer.kind === 'if-match' && !outer.condition) {
      outer.condition = node;
      return undefined;
    }
    return node;
  }

  #finishGroup(group: OpenGroup): Node {
    group.branches.push(sequenceNode(group.sequence, group.back));
    const { branches, condition } = group;
    if (group.kind === 'if-group' || condition) {
      if (branches.length > 2) this.#reader.fail('alternation-has-too-many-conditions');
      const [yes = empty, no = empty] = branches;
      return condition
        ? { kind: 'if-match', condition, yes, no }
        : { kind: 'if-group', group: group.group, yes, no };
    }
    const node = choiceNode(branches);
    switch (group.kind) {
      case 'capture':
        return { kind: 'capture', node, group: group.group, ended: group.ended };
      case 'look':
        return { kind: 'look', node, negative: group.negative };
      case 'atomic':
        return { kind: 'atomic', node };
      default:
        return node;
    }
  }

  /** Stands after `(`. Undefined if it was only `(?imnsx-imnsx)`. */
  #parseGroupHead(): OpenGroup | undefined {
    const reader = this.#reader;
    // `(?)` counts as a plain group that begins with a quantifier, which is then refused.
    if (reader.next !== '?' || reader.ahead(1) === ')') {
      if (reader.has(options.explicitCapture) || this.#ignoreNextParenthesis) {
        this.#ignoreNextParenthesis = false;
        return this.#newGroup('group');
      }
      return this.#newGroup('capture', { group: this.#unnamed++ });
    }
    reader.position++;
    switch (reader.take()) {
      case ':':
        return this.#newGroup('group');
      case '>':
        return this.#newGroup('atomic');
      case '=':
        return this.#lookGroup(false, false);
      case '!':
        return this.#lookGroup(true, false);
      case "'":
        return this.#namedGroup("'");
      case '<':
        if (reader.takeIf('=')) return this.#lookGroup(false, true);
        if (reader.takeIf('!')) return this.#lookGroup(true, true);
        return this.#namedGroup('>');
      case '(':
        return this.#conditionalGroup();
      default:
        reader.position--;
        // Options are not allowed directly inside a condition group, the condition included.
        if (this.#group.kind !== 'if-match') reader.scanOptions();
        if (reader.takeIf(')')) return undefined;
        if (reader.takeIf(':')) return this.#newGroup('group');
        reader.position = Math.min(reader.position + 1, reader.pattern.length);
        return reader.fail('invalid-grouping-construct');
    }
  }

  #lookGroup(negative: boolean, back: boolean): OpenGroup {
    const reader = this.#reader;
    const bit = options.rightToLeft;
    reader.options = back ? reader.options | bit : reader.options & ~bit;
    return this.#newGroup('look', { negative });
  }

  /** `(?<name>`, `(?<name-ended>`, `(?<-ended>` and the same with quotes. Stands after `<`. */
  #namedGroup(close: string): OpenGroup {
    const reader = this.#reader;
    if (reader.left === 0) reader.fail('invalid-grouping-construct');
    let group = -1;
    let ended = -1;
    const endsName = () => reader.left === 0 || reader.next === close;
    if (reader.nextIsDigit()) {
      const number = reader.scanDecimal();
      if (!endsName() && reader.next !== '-') reader.fail('capture-group-name-invalid');
      if (number === 0) reader.fail('capture-group-of-zero');
      group = this.#groups.has(number) ? number : -1;
    } else if (reader.nextIsNameUnit()) {
      group = this.#groups.byName.get(reader.scanName()) ?? -1;
      if (!endsName() && reader.next !== '-') reader.fail('capture-group-name-invalid');
    } else if (reader.next !== '-') {
      reader.fail('capture-group-name-invalid');
    }

    if (reader.left > 1 && reader.takeIf('-')) {
      if (reader.nextIsDigit()) {
        ended = reader.scanDecimal();
        if (!this.#groups.has(ended)) reader.fail('undefined-numbered-reference');
      } else if (reader.nextIsNameUnit()) {
        const name = reader.scanName();
        ended = this.#groups.byName.get(name) ?? -1;
        if (ended === -1) reader.fail('undefined-named-reference', say('regexHere', { it: name }));
      } else {
        reader.fail('capture-group-name-invalid');
      }
      if (!endsName()) reader.fail('capture-group-name-invalid');
    }
    if ((group === -1 && ended === -1) || !reader.takeIf(close)) {
      reader.fail('invalid-grouping-construct');
    }
    return this.#newGroup('capture', { group, ended });
  }

  /** `(?(1)`, `(?(name)` or `(?(expression)`. Stands after the second parenthesis. */
  #conditionalGroup(): OpenGroup {
    const reader = this.#reader;
    const start = reader.position;
    if (reader.nextIsDigit()) {
      const number = reader.scanDecimal();
      if (!reader.takeIf(')')) reader.fail('alternation-has-malformed-reference');
      if (!this.#groups.has(number)) {
        reader.fail(
          'alternation-has-undefined-reference',
          say('regexHere', { it: String(number) }),
        );
      }
      return this.#newGroup('if-group', { group: number });
    }
    if (reader.nextIsNameUnit()) {
      const number = this.#groups.byName.get(reader.scanName());
      if (number !== undefined && reader.takeIf(')')) {
        return this.#newGroup('if-group', { group: number });
      }
    }
    // Not a group, so it is an expression: read its parenthesis as an ordinary one that captures nothing.
    reader.position = start - 1;
    this.#ignoreNextParenthesis = true;
    const head = reader.pattern.slice(start, start + 3);
    if (head.startsWith('?#')) reader.fail('alternation-has-comment');
    if (/^\?(?:'|<[^=!])/.test(head)) reader.fail('alternation-has-named-capture');
    return this.#newGroup('if-match');
  }
}

const anchor = (which: Anchor): Node => ({ kind: 'anchor', anchor: which });

const choiceNode = (nodes: readonly Node[]): Node =>
  nodes.length === 1 ? (nodes[0] ?? empty) : { kind: 'choice', nodes };

/** Neighbouring characters become one text. */
function sequenceNode(nodes: readonly Node[], back: boolean): Node {
  const merged: Node[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (node.kind === 'empty') continue;
    if (node.kind === 'text' && last?.kind === 'text' && last.back === node.back) {
      merged[merged.length - 1] = { kind: 'text', text: last.text + node.text, back: node.back };
    } else merged.push(node);
  }
  if (merged.length === 0) return empty;
  return merged.length === 1 ? (merged[0] ?? empty) : { kind: 'sequence', nodes: merged, back };
}
