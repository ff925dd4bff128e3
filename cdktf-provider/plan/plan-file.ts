import { parseExactJson } from '../runtime/exact-json.ts';
import { isList, isObject, type Value, type ValueObject } from '../runtime/value.ts';

/** The largest text of a plan: a larger one is refused before it is parsed. */
export const planBytesMax = 256 * 1024 * 1024;

/** Why a text is no plan that can be read, in words for whoever made it. */
export class UnreadablePlan extends Error {
  override readonly name = 'UnreadablePlan';
}

/** One resource of a plan, with what becomes of it. */
export interface PlannedResource {
  /** `module.shop["eu"].tocsin_team.core[0]` */
  address: string;
  /** `module.shop["eu"]`; empty in the root module. */
  module: string;
  type: string;
  name: string;
  /** The name of the provider: this one, or the commercial original. */
  provider: string;
  actions: readonly string[];
  before: ValueObject | null;
  after: ValueObject | null;
  /** True where a value is known only after apply. */
  afterUnknown: Value;
}

export interface PlanFile {
  resources: PlannedResource[];
  /** The configuration of the root module, as Terraform writes it. */
  configuration: ValueObject;
}

/** Reads what `terraform show -json` prints. Throws UnreadablePlan. */
export function readPlanText(text: string): PlanFile {
  const plan = parsed(text);
  if (typeof plan.format_version !== 'string' || !isList(plan.resource_changes ?? []))
    throw new UnreadablePlan(
      'This is no plan of Terraform as JSON: make it with "terraform show -json FILE".',
    );
  const [major] = plan.format_version.split('.');
  if (major !== '1')
    throw new UnreadablePlan(
      `This plan has format version ${plan.format_version}; only 1 is known. Use another Terraform or tocsin.`,
    );
  if (plan.errored === true)
    throw new UnreadablePlan('This plan ended with an error, so it is not all that would change.');
  const { resource_changes: changes = [], configuration } = plan;
  const root = isObject(configuration) ? configuration.root_module : null;
  return {
    resources: (isList(changes) ? changes : []).flatMap((one) => plannedResource(one) ?? []),
    configuration: isObject(root) ? root : {},
  };
}

function parsed(text: string): ValueObject {
  try {
    const plan = parseExactJson(text);
    if (isObject(plan)) return plan;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnreadablePlan('This is no JSON: make it with "terraform show -json FILE".');
}

function plannedResource(given: Value): PlannedResource | null {
  if (!isObject(given) || given.mode !== 'managed' || !isObject(given.change)) return null;
  const { address, type, name, provider_name: provider, module_address: module = '' } = given;
  const { actions, before = null, after = null, after_unknown: afterUnknown = {} } = given.change;
  if (![address, type, name, provider, module].every((one) => typeof one === 'string')) return null;
  return {
    address: String(address),
    module: String(module),
    type: String(type),
    name: String(name),
    provider: String(provider),
    actions: isList(actions) ? actions.map(String) : [],
    before: isObject(before) ? before : null,
    after: isObject(after) ? after : null,
    afterUnknown,
  };
}
