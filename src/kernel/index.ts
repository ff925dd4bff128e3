/**
 * The basis of every module: errors with their statuses, the context of a call, clock, ids, logging, sealed secrets.
 * Knows no other module, and of the database only the connection's type.
 */
export { actingPersonId } from './acting-person.ts';
export { addressList, isListed } from './address-list.ts';
export {
  AppError,
  type FieldErrors,
  invalidField,
  isNotFound,
  notFound,
  textOf,
  unlessGone,
} from './app-error.ts';
export { asSystem, systemContext } from './as-system.ts';
export { canonicalJson } from './canonical-json.ts';
export { type Clock, systemClock } from './clock.ts';
export type {
  Actor,
  AgentActs,
  ChangeSource,
  Ctx,
  Lookup,
  Store,
  StoreTime,
  StoreWrites,
  TeamAccess,
  World,
} from './context.ts';
export { type CpuAllowance, CpuWatch, type Excess } from './cpu-watch.ts';
export { divide } from './divide.ts';
export { formFieldsMax, parseForm } from './form-text.ts';
export { escapedHtml, type Html, html, joined, nothing, trusted } from './html.ts';
export { firstIdAt, isUuid, orderedId, randomId, repeatableId } from './ids.ts';
export { isObject } from './is-object.ts';
export type { JointResult, JointWrite } from './joint-writes.ts';
export { atReference } from './json-pointer.ts';
export {
  countValues,
  endOfLongValue,
  endOfText,
  endOfValue,
  skipSpace,
  unexpected,
} from './json-scan.ts';
export { createLog, type Log } from './log.ts';
export { Memory } from './memory.ts';
export type {
  ForgottenPerson,
  IndexedModel,
  Module,
  ModuleSettings,
  OwnedModel,
  RemovedObject,
  Task,
} from './module.ts';
export { Newest } from './newest.ts';
export { portionsOf } from './portions.ts';
export { type ProblemCode, problems } from './problems.ts';
export {
  horizonOf,
  parseRetention,
  type Retention,
  type RetentionName,
  retentionDefaults,
  retentionInWords,
} from './retention.ts';
export { saidOnce } from './said-once.ts';
export { type Sentence, type SentenceCode, type Speak, say } from './say.ts';
export { createSecretBox, isSealed, type SecretBox } from './secret-box.ts';
export { httpUrl, type Setting } from './setting.ts';
export { delayOf, type TaskError, type TaskState } from './task-state.ts';
export { textOfBytes } from './text-of-bytes.ts';
export { type CpuMeter, cpuMeterOf, ownCpuSeconds, ownThreadPath } from './thread-cpu.ts';
export { threadHeap } from './thread-heap.ts';
export { hashOfToken, newToken } from './token.ts';
export {
  createDomainVoucher,
  type DomainVoucher,
  parseVouchedDomains,
  type VouchedDomain,
} from './vouched-domains.ts';
export { within } from './within.ts';
export { serveWork, type ThreadLimits, WorkThread } from './work-thread.ts';
