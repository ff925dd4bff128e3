/** MongoDB's error numbers, spelled as its server spells them. Only the ones this database can answer with. */
const errorCodes = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  ProtocolError: 17,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  CannotCreateIndex: 67,
  InvalidNamespace: 73,
  InvalidOptions: 72,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  ShutdownInProgress: 91,
  CommandNotSupported: 115,
  ConversionFailure: 241,
  NotWritablePrimary: 10107,
  CannotIndexParallelArrays: 171,
  OutOfDiskSpace: 14031,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  InterruptedAtShutdown: 11600,
  Interrupted: 11601,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  UnknownField: 40415,
  MissingField: 40414,
  UnrecognizedStage: 40324,
  InvalidPipelineOperator: 168,
} as const;

type ErrorName = keyof typeof errorCodes;

const namesByCode = new Map<number, string>(
  Object.entries(errorCodes).map(([name, code]) => [code, name]),
);

/**
 * The answer of a command instead of a result: `{ ok: 0, errmsg, code, codeName }`. `code` is a name from
 * `errorCodes`, or one of the server's numbers that have no name (those are called `Location<number>`, as the server
 * does).
 */
export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;

  constructor(code: ErrorName | number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.code = typeof code === 'number' ? code : errorCodes[code];
    this.codeName = typeof code === 'number' ? (namesByCode.get(code) ?? `Location${code}`) : code;
  }
}

/** The one way to say that a feature of MongoDB is missing here. `what` starts the sentence. */
export function unsupported(what: string, code: ErrorName | number = 'CommandNotSupported') {
  return new CommandError(
    code,
    `embedded database: ${what} is not supported; set MONGODB_URI to use MongoDB`,
  );
}
