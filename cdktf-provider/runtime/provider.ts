/**
 * The definition of a provider. The runtime knows Terraform's protocol and nothing of any server; definitions know
 * their server and nothing of the protocol.
 *
 * `Api` is whatever `configure` returns; every operation gets it back.
 */
import type { Diagnostic } from './diagnostics.ts';
import type { Log } from './log.ts';
import type { Attributes, Schema, ValueType } from './schema.ts';
import type { Value, ValueObject } from './value.ts';

export interface Environment {
  /** Aborted when Terraform asks to stop; every request must listen to it. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
}

export interface ProviderDefinition<Api> {
  readonly name: string;
  readonly version: string;
  /** Source address without host, such as `tocsin/tocsin`. */
  readonly address: string;
  readonly schema: Schema;
  validate?(config: ValueObject): Diagnostic[];
  /** Values may be unknown while planning. Throws ProviderError. */
  configure(config: ValueObject, environment: Environment): Api | Promise<Api>;
  readonly resources: Readonly<Record<string, ResourceDefinition<Api>>>;
  readonly dataSources: Readonly<Record<string, DataSourceDefinition<Api>>>;
  readonly ephemeralResources: Readonly<Record<string, EphemeralDefinition<Api>>>;
  readonly functions: Readonly<Record<string, FunctionDefinition>>;
}

export interface ResourceDefinition<Api> {
  readonly schema: Schema;
  validate?(config: ValueObject): Diagnostic[];
  /** `config` holds write-only values, `planned` never does. Throws PartialCreate when half done. */
  create(api: Api, planned: ValueObject, config: ValueObject): Promise<ValueObject>;
  /** Asks the server, while planning, for the errors with which it would refuse; `prior` is null for a new object. */
  check?(api: Api, planned: ValueObject, prior: ValueObject | null): Promise<readonly Diagnostic[]>;
  /** Null when the object does not exist. `memory` is that of a creation whose end nobody saw, see PartialCreate. */
  read(api: Api, stored: ValueObject, memory?: string): Promise<ValueObject | null>;
  update(
    api: Api,
    planned: ValueObject,
    config: ValueObject,
    prior: ValueObject,
  ): Promise<ValueObject>;
  /** Deleting what is already gone is a success. */
  remove(api: Api, stored: ValueObject, memory?: string): Promise<void>;
  /** The attributes an import id stands for; a read follows. Throws ProviderError on a bad id. */
  importId(id: string): ValueObject;
  /** False: the documentation says nothing of importing. */
  readonly isImportable?: false;
  /** State of an older schema version, or of the same version with other keys. */
  upgrade?(state: ValueObject, version: number): ValueObject;
  /** Resource types of other providers whose state can be taken over, with renamed attributes. */
  readonly takesOver?: readonly Takeover[];
}

export interface Takeover {
  /** Last two parts of the other provider's address, such as `acme/acme`. */
  readonly provider: string;
  readonly type: string;
  convert?(state: ValueObject): ValueObject;
}

export interface DataSourceDefinition<Api> {
  readonly schema: Schema;
  validate?(config: ValueObject): Diagnostic[];
  read(api: Api, config: ValueObject): Promise<ValueObject>;
}

export interface EphemeralDefinition<Api> {
  readonly schema: Schema;
  validate?(config: ValueObject): Diagnostic[];
  open(api: Api, config: ValueObject): Promise<Opened>;
  renew?(api: Api, memory: string): Promise<Renewed>;
  close(api: Api, memory: string): Promise<void>;
}

export interface Renewed {
  readonly renewAt?: Date;
  /** Kept by Terraform between open, renew and close of one run; never stored. */
  readonly memory: string;
}

export interface Opened extends Renewed {
  readonly result: ValueObject;
}

export interface FunctionDefinition {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly variadic?: Parameter;
  readonly returns: ValueType;
  /** Throws FunctionFailure with the index of the argument at fault. */
  call(args: readonly Value[]): Value;
}

export interface Parameter {
  readonly name: string;
  readonly type: ValueType;
  readonly description: string;
  readonly allowNull?: boolean;
}

export class FunctionFailure extends Error {
  override readonly name = 'FunctionFailure';
  readonly argument: number | undefined;
  constructor(message: string, argument?: number) {
    super(message);
    this.argument = argument;
  }
}

/**
 * The object exists although its creation failed, or may exist. Terraform stores it as tainted, so that the next
 * apply replaces it instead of making a twin. By `memory`, which Terraform keeps beside the state, the next read
 * finds out what became of it.
 */
export class PartialCreate extends Error {
  override readonly name = 'PartialCreate';
  readonly state: ValueObject;
  readonly memory: string;
  constructor(state: ValueObject, cause: unknown, memory = '') {
    super('created only in part', { cause });
    this.state = state;
    this.memory = memory;
  }
}

export function nullsOf(attributes: Attributes): ValueObject {
  return Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));
}
