import { isObject } from '../../../../kernel/index.ts';
import { objectsAt, textIn, textsAt, without } from '../../../read/attributes.ts';
import type { Attributes, StateResources } from '../../../read/state.ts';
import { objectOf, referring } from './shape.ts';

/** With their integrations, and with grouping that is a resource of its own. */
export function services(resources: StateResources): Attributes[] {
  const vendors = new Map(
    resources.all('pagerduty_vendor').map((vendor) => [textIn(vendor, 'id'), vendor.name]),
  );
  const integrations = Map.groupBy(
    resources.managed('pagerduty_service_integration'),
    (integration) => textIn(integration, 'service'),
  );
  const groupings = groupingsIn(resources);
  return resources.managed('pagerduty_service').map((attributes) => {
    const id = textIn(attributes, 'id');
    const own = (integrations.get(id) ?? []).map((one) => integrationOf(one, vendors));
    const grouping = groupings.get(id);
    return {
      ...referring(secondsIn(objectOf(attributes)), 'escalation_policy', 'response_play'),
      ...(grouping && { alert_grouping_parameters: grouping }),
      ...(own.length > 0 && { integrations: own }),
    };
  });
}

const timeouts = ['auto_resolve_timeout', 'acknowledgement_timeout', 'alert_grouping_timeout'];

/** Times are texts, and the text `null` where something is switched off. */
function secondsIn(service: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(service).flatMap(([name, value]): [string, unknown][] => {
      if (!timeouts.includes(name)) return [[name, value]];
      return value === 'null' ? [] : [[name, Number(value)]];
    }),
  );
}

function integrationOf(attributes: Attributes, vendors: ReadonlyMap<string, unknown>): Attributes {
  const { vendor, ...integration } = without(objectOf(attributes), 'service');
  if (typeof vendor !== 'string') return integration;
  const summary = vendors.get(vendor);
  return { ...integration, vendor: { id: vendor, ...(summary !== undefined && { summary }) } };
}

/** By id of the service; their times are in seconds, and those of services in minutes. */
function groupingsIn(resources: StateResources): Map<string, Attributes> {
  const found = new Map<string, Attributes>();
  for (const setting of resources.managed('pagerduty_alert_grouping_setting')) {
    const { type, config } = objectOf(setting);
    const { timeout, ...others } = isObject(config) ? config : {};
    const seconds = typeof timeout === 'number' && timeout > 0 ? { time_window: timeout } : {};
    for (const service of textsAt(setting, 'services'))
      found.set(service, { type, config: { ...seconds, ...others } });
  }
  return found;
}

/** Services that a business service depends on, or a technical one. */
export function dependencies(resources: StateResources, ofBusiness: boolean) {
  return resources.managed('pagerduty_service_dependency').flatMap((attributes) =>
    objectsAt(attributes, 'dependency').flatMap((block) => {
      const { dependent_service: dependent, supporting_service: supporting } = objectOf(block);
      if (!isObject(dependent) || !isObject(supporting)) return [];
      if ((dependent.type === 'business_service') !== ofBusiness) return [];
      const object = {
        id: attributes.id,
        supporting_service: supporting,
        dependent_service: dependent,
      };
      return [{ of: [textIn(dependent, 'id')], object }];
    }),
  );
}

/** With the keys by which events come in, of which later versions make resources. */
export function orchestrations(resources: StateResources): Attributes[] {
  const further = Map.groupBy(
    resources.managed('pagerduty_event_orchestration_integration'),
    (integration) => textIn(integration, 'event_orchestration'),
  );
  return resources.managed('pagerduty_event_orchestration').map((attributes) => {
    const { integration: _, ...orchestration } = objectOf(attributes);
    const own = objectsAt(attributes, 'integration');
    const others = (further.get(textIn(attributes, 'id')) ?? []).map((one) =>
      without(one, 'event_orchestration'),
    );
    const byId = new Map([...own, ...others].map((one) => [textIn(one, 'id'), objectOf(one)]));
    return {
      ...referring(orchestration, 'team'),
      ...(byId.size > 0 && { integrations: [...byId.values()] }),
    };
  });
}
