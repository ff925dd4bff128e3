import {
  type Operation as LibraryOperation,
  OpenAPIRouter,
  OpenAPIValidator,
  ValidationContext,
} from 'openapi-backend';
import { isObject } from '../kernel/index.ts';
import type { ApiDocument, Operation } from './document.ts';
import type { OperationAnswer } from './operation.ts';
import { invalidRequest } from './validation-messages.ts';

/** The parts of a request that the document describes. */
export interface RequestParts {
  path: string;
  headers: Readonly<Record<string, unknown>>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Compares requests and answers with a document. */
export interface Validator {
  /** For one operation: the query with values of their types. Throws 400 with a message for each field. */
  forOperation(operation: Operation): (parts: RequestParts) => Record<string, unknown>;
  /** Throws when an answer is not as documented. */
  demandDeclared(operation: Operation, answer: OperationAnswer): void;
}

/**
 * The library's own look-up of an operation flattens the whole document each time: 0.4 ms for each of 170 operations at
 * a start.
 */
class RouterById extends OpenAPIRouter {
  readonly #operations = new Map<string | undefined, LibraryOperation>();

  constructor(options: ConstructorParameters<typeof OpenAPIRouter>[0]) {
    super(options);
    for (const operation of this.getOperations())
      this.#operations.set(operation.operationId, operation);
  }

  override getOperation(operationId: string): LibraryOperation | undefined {
    return this.#operations.get(operationId);
  }
}

type Options = ConstructorParameters<typeof OpenAPIValidator>[0];
type Request = Parameters<OpenAPIValidator['validateRequest']>[0];

const validators = new WeakMap<object, Validator>();

/** One for each document: what has been compiled serves every app that is built of it. */
export function validatorOf(document: Pick<ApiDocument, 'definition'>): Validator {
  const known = validators.get(document.definition);
  if (known) return known;
  const created = createValidator(document);
  validators.set(document.definition, created);
  return created;
}

function createValidator({ definition }: Pick<ApiDocument, 'definition'>): Validator {
  const plain = underPlainJson(definition) as Options['definition'];
  const validator = new OpenAPIValidator({
    definition: plain,
    router: new RouterById({ definition: plain }),
    ajvOpts: {
      allErrors: true,
      // Errors come with the schema that says what there should be.
      verbose: true,
      strict: false,
      formats: { 'date-time': isDateTime },
      // The first request of an operation compiles its schemas: 3 ms instead of 9. Tests check that the documents are
      // valid, and optimised code validated no faster.
      validateSchema: false,
      meta: false,
      code: { optimize: false },
    },
    coerceTypes: true,
    lazyCompileValidators: true,
  });
  const answers = validator.getAjv(ValidationContext.Response);
  return {
    forOperation({ operationId, method }) {
      const declared = validator.router.getOperation(operationId);
      return ({ path, headers, query, body }) => {
        const request = { method, path, headers, query, body } as Request;
        const { errors, coerced } = validator.validateRequest(request, declared);
        if (errors) throw invalidRequest(errors);
        return (coerced?.query as Record<string, unknown> | undefined) ?? query;
      };
    },
    demandDeclared({ operationId, responses }, answer) {
      const declared = responses[String(answer.status)];
      if (!declared) throw new Error(`${operationId} answered undeclared ${answer.status}.`);
      const json = Object.entries(declared.content ?? {}).find(([type]) => isJsonType(type));
      const text = json ? jsonTextOf(answer) : undefined;
      if (json === undefined || text === undefined) return;
      // Compiled once for each schema: operations share those of their errors.
      const check = answers.compile(json[1].schema ?? true);
      if (check(JSON.parse(text))) return;
      const errors = JSON.stringify(check.errors?.slice(0, 3));
      throw new Error(`${operationId} answered something else than documented: ${errors}`);
    },
  };
}

/** The JSON of a value, or the text that the handler wrote itself. */
function jsonTextOf({ body, text, headers }: OperationAnswer): string | undefined {
  if (body !== undefined) return JSON.stringify(body);
  const type = headers?.['content-type'];
  return typeof text === 'string' &&
    typeof type === 'string' &&
    isJsonType(type.split(';')[0] ?? '')
    ? text
    : undefined;
}

/** The pattern of a document leaves days and hours that no calendar has. */
function isDateTime(text: string): boolean {
  // A leap second, which no clock of ours can hold.
  if (/:60(\D|$)/.test(text)) return false;
  try {
    Temporal.Instant.from(text);
    return !Number.isNaN(Date.parse(text));
  } catch {
    return false;
  }
}

function isJsonType(type: string): boolean {
  return /^application\/(\S+\+)?json$/.test(type);
}

type Node = Record<string, unknown>;

/**
 * The library looks for the schemas of JSON under `application/json` only. Files are no JSON: their format checks them.
 */
function underPlainJson(definition: Node): Node {
  const paths = mapMembers(definition.paths, (item) =>
    mapMembers(item, (operation) => {
      if (!isObject(operation) || !operation.requestBody) return operation;
      return { ...operation, requestBody: withPlainContent(operation.requestBody) };
    }),
  );
  return { ...definition, paths };
}

function withPlainContent(part: unknown): unknown {
  if (!isObject(part) || !isObject(part.content)) return part;
  const content = Object.entries(part.content)
    .filter(([type]) => type !== 'multipart/form-data')
    .map(([type, media]) => [isJsonType(type) ? 'application/json' : type, media]);
  return { ...part, content: Object.fromEntries(content) };
}

function mapMembers(node: unknown, change: (member: unknown) => unknown): unknown {
  if (!isObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, change(member)]));
}
