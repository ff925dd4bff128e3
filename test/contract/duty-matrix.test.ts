/** Everything about who is told, and who not, can be had by every way there is, or it is said why not. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toProvidersSchema } from '../../cdktf-provider/build/schema-json.ts';
import { leftOut } from '../../cdktf-provider/export/read-organization.ts';
import { exportSchema } from '../../cdktf-provider/export/schema.ts';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import {
  type Schema,
  schemaNamed,
  resolved as schemaOf,
} from '../../openapi/types/request-schemas.ts';
import { modules } from '../../src/modules.ts';
import { kindsOf } from '../../src/resources/index.ts';
import { documentedOperations } from '../support/operations.ts';

interface DutyObject {
  /** In names of operations. */
  noun: string;
  type: string;
  entityType: string;
  /** Its members that are about duty; absent: all. */
  members?: readonly string[];
  /** A page where it is edited. */
  page: string;
  /** Kinds of findings that tell of a mistake in it. */
  findings: readonly string[];
  /** Of the command line, beside `export`. */
  commands?: readonly string[];
}

const objects: readonly DutyObject[] = [
  {
    ...{ noun: 'OnCallSchedule', type: 'tocsin_schedule', entityType: 'OnCallSchedule' },
    page: '/on-call/schedules/$id',
    findings: ['ScheduleGap', 'LayerNeverWins', 'OnLeaveWhileOnCall', 'DeletedObject'],
  },
  {
    ...{
      noun: 'TemporarySchedule',
      type: 'tocsin_temporary_schedule',
      entityType: 'TemporarySchedule',
    },
    page: '/on-call/schedules/$id',
    findings: ['ScheduleGap'],
  },
  {
    ...{ noun: 'OnCallOverride', type: 'tocsin_on_call_override', entityType: 'OnCallOverride' },
    members: ['scheduleId', 'layerIds', 'mode'],
    page: '/on-call/schedules/$id',
    findings: ['OverrideUnused', 'ScheduleGap'],
  },
  {
    ...{
      noun: 'EscalationPolicy',
      type: 'tocsin_escalation_policy',
      entityType: 'EscalationPolicy',
    },
    page: '/on-call/policies/$id',
    findings: [
      'StepReachesNobody',
      'TwoDefaults',
      'PolicyUnused',
      'DeletedObject',
      'NeverEscalates',
    ],
  },
  {
    ...{ noun: 'UserNotificationRules', type: 'tocsin_user_notification_rules' },
    ...{ entityType: 'UserNotificationRules', page: '/me' },
    findings: ['RuleSendsNothing', 'ContactUnconfirmed'],
  },
  {
    ...{ noun: 'User', type: 'tocsin_user', entityType: 'User', page: '/me' },
    members: ['noticesBeforeMinutes'],
    findings: [],
  },
  {
    ...{ noun: 'SupportHours', type: 'tocsin_support_hours', entityType: 'SupportHours' },
    ...{ page: '/on-call/support-hours/$id', findings: ['DeletedObject'] },
  },
  {
    ...{ noun: 'SuppressionRule', type: 'tocsin_suppression_rule', entityType: 'SuppressionRule' },
    ...{ page: '/routing/suppression/$id', findings: ['SuppressesCritical'] },
  },
  {
    ...{ noun: 'Silence', type: 'tocsin_silence', entityType: 'Silence', page: '/teams/$teamId' },
    ...{ findings: ['SilencedForLong'], commands: ['silence'] },
  },
  {
    ...{ noun: 'MaintenanceWindow', type: 'tocsin_integration_maintenance_window' },
    ...{ entityType: 'InboundIntegrationMaintenanceWindow', page: '/integrations/$integrationId' },
    findings: ['SilencedForLong'],
  },
  {
    ...{ noun: 'Team', type: 'tocsin_team', entityType: 'Team', page: '/teams/$teamId' },
    ...{ members: ['maintenanceWindows'], findings: ['SilencedForLong'] },
  },
  {
    ...{ noun: 'PersonCalendar', type: 'tocsin_person_calendar', entityType: 'PersonCalendar' },
    ...{ page: '/me', findings: ['CalendarUnreadable', 'OnLeaveWhileOnCall'] },
  },
  {
    ...{ noun: 'InboundIntegration', type: 'tocsin_integration', entityType: 'InboundIntegration' },
    members: ['holdSettings', 'urgencySettings', 'escalationPolicyId'],
    page: '/integrations/$integrationId',
    findings: ['HoldLongerThanStep', 'DeletedObject'],
  },
  {
    ...{ noun: 'Service', type: 'tocsin_service', entityType: 'Service' },
    members: [
      'dependsOn',
      'suppression',
      'suppressUpTo',
      'graceMinutes',
      'urgencySettings',
      'escalationPolicyId',
    ],
    page: '/services/$serviceId',
    findings: ['DeletedObject'],
  },
  {
    ...{
      noun: 'Routing',
      type: 'tocsin_routing',
      entityType: 'Routing',
      page: '/routing/$routingId',
    },
    members: ['rules.actions.hold', 'rules.actions.useEscalationPolicyId'],
    findings: ['HoldLongerThanStep', 'DeletedObject'],
  },
];

/** Ways that an object or a member of it cannot be had by, and why: `way noun`, or `way noun.member`. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['data UserNotificationRules', 'under the id of their user, which is looked up'],
  ['coverage User', 'notices are told to who is on call anyway, and none is needed'],
  ['data User', 'a list of people holds who they are, and not how they are reached'],
]);

const operations = new Map(documentedOperations('public-v1').map((one) => [one.operationId, one]));
const provider = Object.values(toProvidersSchema(tocsinProvider()).provider_schemas)[0];
const textOf = (pattern: string | string[]) =>
  globSync(pattern)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
const routes = textOf('console/routes.ts');
const pages = textOf('console/{pages,parts}/**/*.{ts,tsx}');
const coverage = textOf('src/coverage/*.ts');
const commandLine = textOf('src/cli/*.ts');
/** Applied by Terraform, planned again without a change and imported or exported: `acceptance`, `duty`, `examples`. */
const planned = textOf([
  'test/cdktf-provider/configs/{everything,duty}.tf',
  'cdktf-provider/examples/hcl/*.tf',
]);

/** Each member that can be set as `layers.turns.every`, also those of the objects within. */
function membersOf(schema: Schema, path = '', depth = 0): string[] {
  const { properties, items } = schemaOf(schema);
  if (items) return membersOf(items, path, depth);
  return Object.entries(properties ?? {}).flatMap(([name, raw]) => {
    if (schemaOf(raw).readOnly) return [];
    const own = path === '' ? name : `${path}.${name}`;
    return [own, ...(depth > 5 ? [] : membersOf(raw, own, depth + 1))];
  });
}

/** Terraform keeps the first for itself. */
const renamed: Readonly<Record<string, string>> = { dependsOn: 'depends_on_service_ids' };
const attributeOf = (name: string) =>
  renamed[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const lastOf = (path: string) => path.split('.').at(-1) ?? '';
const isIn = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text);

interface Block {
  attributes?: Record<string, { nested_type?: Block }>;
}

/** Whether a schema as Terraform prints it has the attribute, wherever it is nested. */
function hasAttribute(schema: object | undefined, path: string): boolean {
  let at = (schema as { block?: Block } | undefined)?.block;
  for (const name of path.split('.').map(attributeOf)) {
    const found = at?.attributes?.[name];
    if (!found) return false;
    at = found.nested_type;
  }
  return true;
}

/** What the configurations declare of a type. */
const declared = (type: string) =>
  planned
    .split(/^(?=\w+ ")/m)
    .filter((block) => block.startsWith(`resource "${type}"`))
    .join('\n');

const cells = objects.map((object) => {
  const all = membersOf(schemaNamed(`${object.noun}Input`));
  const isWanted = (path: string) =>
    object.members?.some((one) => path === one || path.startsWith(`${one}.`)) ?? true;
  return { ...object, paths: all.filter(isWanted) };
});

describe.each(cells)(
  '$noun',
  ({ noun, type, entityType, page, findings, commands = [], paths }) => {
    const missingBy = (way: string, has: (path: string) => boolean) =>
      reasons.has(`${way} ${noun}`)
        ? []
        : paths.filter((path) => !has(path) && !reasons.has(`${way} ${noun}.${path}`));

    it('can be read, replaced, removed and listed by the Public API, and the audit log says so', () => {
      expect(paths.length).toBeGreaterThan(0);
      for (const verb of ['get', 'replace', 'delete'])
        expect([...operations.keys()]).toContain(`${verb}${noun}`);
      const plural = new RegExp(`^list${noun.replace(/y$/, '(y|ie)')}s?$`);
      expect([...operations.keys()].filter((id) => plural.test(id))).toHaveLength(1);
      const changes = ['create', 'replace', 'delete'].map((verb) =>
        operations.get(`${verb}${noun}`),
      );
      expect(changes.filter((change) => change && !change.audit)).toEqual([]);
    });

    // The classes of the constructs are generated from the same schema: `examples` compiles them.
    it('is a resource and a construct with all of it', () => {
      const schema = provider?.resource_schemas[type];
      expect(missingBy('resource', (path) => hasAttribute(schema, path))).toEqual([]);
    });

    it('can be looked up with all of it', () => {
      const schema = provider?.data_source_schemas[type];
      expect(missingBy('data', (path) => hasAttribute(schema, path))).toEqual([]);
    });

    it('has a page where it is edited, by a form of its document or member by member', () => {
      expect(routes).toContain(`path: '${page}'`);
      const isForm = isIn(pages, `${noun}Input`);
      // What is within a member is drawn with it.
      const isDrawn = (path: string) => path.split('.').some((name) => isIn(pages, name));
      expect(missingBy('console', (path) => isForm || isDrawn(path))).toEqual([]);
    });

    it('is planned again without a change and exported with all of it', () => {
      expect(exportSchema[type]?.list !== undefined || leftOut.has(type)).toBe(true);
      const text = declared(type);
      expect(missingBy('planned', (path) => isIn(text, attributeOf(lastOf(path))))).toEqual([]);
    });

    it('is looked at by the coverage check', () => {
      expect(findings.filter((kind) => !coverage.includes(`'${kind}'`))).toEqual([]);
      expect(findings.length > 0 || reasons.has(`coverage ${noun}`)).toBe(true);
    });

    it('is among what simulations, proofs and replays read, and has its commands', () => {
      expect(kindsOf({ modules }).map((kind) => kind.entityType)).toContain(entityType);
      expect(commands.filter((one) => !commandLine.includes(`command('${one}')`))).toEqual([]);
    });
  },
);

it.each([
  [
    'CoverRequest',
    ['create', 'get', 'accept', 'decline', 'withdraw', 'delete', 'list'],
    ['delete'],
  ],
  // Those of the console are one of the intents of an incident.
  ['Incident', ['merge', 'unmerge', 'release'], ['release']],
])(
  '%s is no configuration: people do it in the console, and the audit log says so',
  (noun, verbs, elsewhere) => {
    const found = verbs.map((verb) => ({
      verb,
      operation: operations.get(`${verb}${noun}`) ?? operations.get(`${verb}${noun}s`),
    }));
    for (const { verb, operation } of found) {
      expect(operation, verb).toBeDefined();
      if (verb === 'get' || verb === 'list') continue;
      expect(operation?.audit, verb).toBeTruthy();
      if (!elsewhere.includes(verb)) expect(pages).toContain(`'${operation?.path}'`);
    }
  },
);

it('no reason is given for what there is', () => {
  const known = new Set(cells.map(({ noun }) => noun));
  for (const key of reasons.keys()) {
    const [, rest = ''] = key.split(' ');
    expect(known).toContain(rest.split('.')[0]);
  }
});
