import { Construct } from 'constructs';
import type {
  IntegrationConfig,
  IntegrationMappingAttributesMappingAttributesMappings as StepConfig,
} from 'tocsin-bindings';
import { IntegrationMapping, Integration as IntegrationResource } from 'tocsin-bindings';
import type { Team } from './team.ts';

/**
 * One step of a mapping: exactly one evaluation. As everywhere in a stack, `${` begins an expression of Terraform: the
 * group `name` is `$${name}` in `replace`.
 */
export type MappingStep =
  | { readonly jsonPath: string }
  | { readonly xpath: string }
  | { readonly regex: string; readonly replace?: string }
  | { readonly map: Readonly<Record<string, string>>; readonly otherwise?: string }
  | { readonly static: string };

export interface MappingAttribute {
  readonly name: string;
  readonly steps: readonly MappingStep[];
  /** The value is the address of an image. */
  readonly image?: boolean;
  /** Shown in the details of an incident only. */
  readonly hidden?: boolean;
  /** Takes part in grouping. */
  readonly grouped?: boolean;
  /** The value is JSON; each of its members becomes an attribute. */
  readonly expand?: boolean;
}

export interface IntegrationProps extends Omit<IntegrationConfig, 'teamId'> {
  /** The team, or the id of one. */
  readonly team: Team | string;
  /** How payloads become incidents; without one the default mapping of the type applies. */
  readonly mapping?: readonly MappingAttribute[];
  readonly groupingWindowInSeconds?: number;
}

/** An inbound integration together with its mapping. */
export class Integration extends Construct {
  readonly resource: IntegrationResource;
  readonly mapping: IntegrationMapping | undefined;

  /** Throws on a map step that cannot be written down: the text form has no escapes. */
  constructor(
    scope: Construct,
    id: string,
    { team, mapping, groupingWindowInSeconds, ...config }: IntegrationProps,
  ) {
    super(scope, id);
    this.resource = new IntegrationResource(this, 'Resource', {
      ...config,
      teamId: typeof team === 'string' ? team : team.id,
    });
    if (mapping === undefined) return;
    this.mapping = new IntegrationMapping(this, 'Mapping', {
      integrationId: this.resource.id,
      attributesMapping: {
        attributes: mapping.map(attributeConfig),
        ...(groupingWindowInSeconds === undefined ? {} : { groupingWindowInSeconds }),
      },
    });
  }

  get id(): string {
    return this.resource.id;
  }

  /** Where the monitoring tool posts to. Known after apply. */
  get webhookUrl(): string {
    return this.resource.webhookUrl;
  }
}

function attributeConfig({ name, steps, image, hidden, grouped, expand }: MappingAttribute) {
  return {
    name,
    mappings: steps.map(stepConfig),
    ...(image === undefined ? {} : { isImage: image }),
    ...(hidden === undefined ? {} : { hideInPreviews: hidden }),
    ...(grouped === undefined ? {} : { isGroupingKey: grouped }),
    ...(expand === undefined ? {} : { expand }),
  };
}

function stepConfig(step: MappingStep): StepConfig {
  if (!('map' in step)) return step;
  const entries = Object.entries(step.map);
  const all = step.otherwise === undefined ? entries : [...entries, ['', step.otherwise] as const];
  return {
    map: all
      .map(([from, to]) => {
        const impossible = [from, to].find((text) => text.includes(',') || text.includes('->'));
        if (impossible !== undefined) {
          throw new Error(`A map step cannot hold a comma or an arrow, as in "${impossible}".`);
        }
        return `${from}->${to}`;
      })
      .join(','),
  };
}
