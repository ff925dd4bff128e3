import Handlebars from 'handlebars';
import { invalidField, Newest } from '../kernel/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';

/** Writes a body; throws when the template does too much with this incident. */
export type BodyTemplate = (data: object) => string;

const runsMax = 10_000;
const lengthMax = 256 * 1024;
const cacheMax = 200;

/** The budget that one run has left. */
interface Budget {
  runs: number;
  length: number;
}

const helpers = ['each', 'if', 'unless', 'with', 'lookup', 'json'] as const;
/** `log` would be known otherwise. */
const known = {
  ...Object.fromEntries(helpers.map((name) => [name, true])),
  text: true,
  log: false,
};
/** Said, so that Handlebars does not warn about what a template tried to see. */
const runtime = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };
const compiled = new Newest<string, BodyTemplate>(cacheMax);

/**
 * The template with Handlebars' own helpers and `json`. `{{value}}` is written so that it can stand inside a JSON text.
 * It sees a plain copy of the incident, no prototypes; partials and decorators are refused, so the only loop is `each`,
 * which is counted.
 */
export function compileTemplate(source: string): BodyTemplate {
  const present = compiled.get(source);
  if (present) return present;
  const template = compile(source);
  compiled.set(source, template);
  return template;
}

/** 400 for a template that cannot be read, or asks for something that does not exist. */
export function demandTemplate(
  field: string,
  source: string | null | undefined,
  sample: object,
): void {
  if (source === null || source === undefined) return;
  try {
    compileTemplate(source)(sample);
  } catch (error) {
    throw invalidField(field, mistakeOf(error));
  }
}

/** The mistake in a template that could not be compiled, or not be run. */
export function mistakeOf(error: unknown): Sentence {
  if (error instanceof TemplateMistake) return error.sentence;
  const why = error instanceof Error ? error.message : String(error);
  const [, helper] = /unknown helper (\S+)/.exec(why) ?? [];
  if (helper === undefined) return say('templateUnreadable', { why });
  return say('templateHelperUnknown', { helper, helpers });
}

/** A mistake that Handlebars does not see. */
class TemplateMistake extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(inEnglish(sentence));
    this.sentence = sentence;
  }
}

function compile(source: string): BodyTemplate {
  const engine = Handlebars.create();
  const budget: Budget = { runs: 0, length: 0 };
  const eachItem = engine.helpers.each as Handlebars.HelperDelegate;
  engine.registerHelper(
    'each',
    function (this: unknown, items: unknown, options: Handlebars.HelperOptions) {
      return eachItem.call(this, items, { ...options, fn: counted(options.fn, budget) });
    },
  );
  engine.registerHelper(
    'json',
    (value: unknown) => new Handlebars.SafeString(JSON.stringify(value) ?? 'null'),
  );
  engine.registerHelper('text', (value: unknown) => textInJson(value));
  const program = Handlebars.parse(source);
  new Rewriter().accept(program);
  // Nothing is escaped for HTML: what needs an escape goes through `text`.
  const run = engine.compile(program, {
    noEscape: true,
    knownHelpers: known,
    knownHelpersOnly: true,
  });
  return (data) => {
    budget.runs = runsMax;
    budget.length = lengthMax;
    // A plain copy: templates see data, never objects of the server.
    const text = run(JSON.parse(JSON.stringify(data)), runtime);
    if (text.length > lengthMax) throw tooMuch();
    return text;
  };
}

function counted(run: Handlebars.TemplateDelegate, budget: Budget): Handlebars.TemplateDelegate {
  return (context, options) => {
    budget.runs -= 1;
    const text = budget.runs < 0 ? '' : run(context, options);
    budget.length -= text.length;
    if (budget.runs < 0 || budget.length < 0) throw tooMuch();
    return text;
  };
}

function tooMuch(): TemplateMistake {
  return new TemplateMistake(say('templateTooMuch', { characters: lengthMax, runs: runsMax }));
}

function textInJson(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return JSON.stringify(text).slice(1, -1);
}

/** Sends every `{{value}}` through `text`, and refuses what could run without end. */
class Rewriter extends Handlebars.Visitor {
  override MustacheStatement(statement: hbs.AST.MustacheStatement): void {
    // `escaped` is what `{{…}}` has and `{{{…}}}` has not.
    const { path, params, hash, escaped } = statement as hbs.AST.MustacheStatement & {
      escaped: boolean;
    };
    if (!escaped || isPath(path, 'json')) return;
    const value: hbs.AST.Expression =
      params.length === 0 && !hash
        ? path
        : Object.assign({ type: 'SubExpression', path, params, hash, loc: statement.loc });
    Object.assign(statement, { path: textPath(statement.loc), params: [value], hash: undefined });
  }

  override PartialStatement(): void {
    throw new TemplateMistake(say('templatePartials'));
  }

  override PartialBlockStatement(): void {
    throw new TemplateMistake(say('templatePartials'));
  }

  override Decorator(): void {
    throw new TemplateMistake(say('templateDecorators'));
  }

  override DecoratorBlock(): void {
    throw new TemplateMistake(say('templateDecorators'));
  }
}

function isPath(node: hbs.AST.Node, name: string): boolean {
  return node.type === 'PathExpression' && (node as hbs.AST.PathExpression).original === name;
}

function textPath(loc: hbs.AST.SourceLocation): hbs.AST.PathExpression {
  return { type: 'PathExpression', data: false, depth: 0, parts: ['text'], original: 'text', loc };
}
