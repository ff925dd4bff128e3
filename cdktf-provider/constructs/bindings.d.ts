/**
 * The part of the generated classes that this layer builds upon. They are made from the provider's
 * schema when the package is built, once for each CDK library; the build compiles this layer against
 * the real ones, so a difference stops it.
 */
declare module 'tocsin-bindings' {
  import type { TerraformMetaArguments, TerraformProvider, TerraformResource } from 'cdktn';
  import type { Construct } from 'constructs';

  interface TocsinProviderConfig {
    readonly endpoint?: string;
    readonly apiKey?: string;
    readonly paceRequests?: boolean;
    readonly alias?: string;
  }
  class TocsinProvider extends TerraformProvider {
    constructor(scope: Construct, id: string, config?: TocsinProviderConfig);
  }

  interface TeamConfig extends TerraformMetaArguments {
    readonly displayName: string;
    readonly timeZoneId?: string;
    readonly labels?: string[];
  }
  class Team extends TerraformResource {
    constructor(scope: Construct, id: string, config: TeamConfig);
    readonly id: string;
  }

  interface TeamMembershipConfig extends TerraformMetaArguments {
    readonly teamId: string;
    readonly userId?: string;
    readonly email?: string;
    readonly role: 'Member' | 'Administrator';
  }
  class TeamMembership extends TerraformResource {
    constructor(scope: Construct, id: string, config: TeamMembershipConfig);
    readonly id: string;
  }

  type StopMode = 'resolved' | 'acknowledged';
  type Severity = 'Critical' | 'Warning' | 'Minor';
  type Day = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat';

  interface TeamEscalationsEscalationTiersSchedulesRotationSettings {
    readonly repeats: 'daily' | 'weekly' | 'biweekly' | 'monthly' | 'custom';
    readonly startsOnDayOfWeek?: Day;
    readonly startsOnDateOfMonth?: number;
    readonly startsOnTime?: string;
    readonly customRepeatUnit?: 'months' | 'weeks' | 'days' | 'hours';
    readonly customRepeatValue?: number;
  }
  interface TeamEscalationsEscalationTiers {
    readonly autoEscalationEnabled?: boolean;
    readonly autoEscalationAfterMinutes?: number;
    readonly autoEscalationStopMode?: StopMode;
    readonly autoEscalationSeverities?: Severity[];
    readonly schedules: {
      readonly displayName?: string;
      readonly scheduleSettings?: {
        readonly weeklySchedules?: { selectedDays?: Day[]; from?: string; until?: string }[];
      };
      readonly rotationSettings?: TeamEscalationsEscalationTiersSchedulesRotationSettings;
      readonly rotations: { readonly members: { readonly teamMembershipId: string }[] }[];
    }[];
  }
  interface TeamEscalationsConfig extends TerraformMetaArguments {
    readonly teamId: string;
    readonly escalationTiers: TeamEscalationsEscalationTiers[];
    readonly tierSettings?: {
      readonly repeats?: number;
      readonly repeatsAfterMinutes?: number;
      readonly repeatsStopMode?: StopMode;
    };
  }
  class TeamEscalations extends TerraformResource {
    constructor(scope: Construct, id: string, config: TeamEscalationsConfig);
    readonly id: string;
  }

  interface IntegrationConfig extends TerraformMetaArguments {
    readonly displayName: string;
    readonly teamId: string;
    readonly type: string;
    readonly labels?: string[];
  }
  class Integration extends TerraformResource {
    constructor(scope: Construct, id: string, config: IntegrationConfig);
    readonly id: string;
    readonly webhookUrl: string;
  }

  interface IntegrationMappingAttributesMappingAttributesMappings {
    readonly jsonPath?: string;
    readonly xpath?: string;
    readonly regex?: string;
    readonly replace?: string;
    readonly map?: string;
    readonly static?: string;
  }
  interface IntegrationMappingConfig extends TerraformMetaArguments {
    readonly integrationId: string;
    readonly attributesMapping: {
      readonly groupingWindowInSeconds?: number;
      readonly attributes: {
        readonly name: string;
        readonly isImage?: boolean;
        readonly hideInPreviews?: boolean;
        readonly isGroupingKey?: boolean;
        readonly expand?: boolean;
        readonly mappings: IntegrationMappingAttributesMappingAttributesMappings[];
      }[];
    };
  }
  class IntegrationMapping extends TerraformResource {
    constructor(scope: Construct, id: string, config: IntegrationMappingConfig);
    readonly id: string;
  }
}
