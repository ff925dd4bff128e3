/** What people can make by the Public API they can declare and look up, or it is said why not. */
import { expect, test } from 'vitest';
import { leftOut } from '../../cdktf-provider/export/read-organization.ts';
import { exportSchema } from '../../cdktf-provider/export/schema.ts';
import { resolved } from '../../cdktf-provider/provider.ts';
import { documentedOperations } from '../support/operations.ts';

const operations = documentedOperations('public-v1');
const nouns = (verb: string) =>
  new Set(
    operations.flatMap(({ operationId }) => {
      const [, noun] = new RegExp(`^${verb}([A-Z].*)$`).exec(operationId) ?? [];
      return noun === undefined ? [] : [noun];
    }),
  );

/** Things that are made and deleted, and are no configuration. */
const noConfiguration = new Map([
  ['Incident', 'happens'],
  ['CoverRequest', 'is a question to people'],
  [
    'StatusPageSubscriber',
    'people sign up and confirm it themselves: a file cannot consent for them',
  ],
  [
    'StatusPageSubscriberSms',
    'people sign up and confirm it themselves: a file cannot consent for them',
  ],
  ['PublicUpdate', 'is said by people when something happens'],
  ['PushSubscription', 'belongs to a browser'],
  ['OnCallCalendar', 'an address of a person, shown to that person once'],
]);

test('every object that the Public API makes and deletes is a resource', () => {
  const made = [...nouns('create')].filter((noun) => nouns('delete').has(noun));
  const declared = new Set(
    Object.values(resolved.resources).map(({ operations: { create } }) =>
      create.id.replace(/^(create|replace)/, ''),
    ),
  );
  expect(made.filter((noun) => !declared.has(noun)).toSorted()).toEqual(
    [...noConfiguration.keys()].toSorted(),
  );
  expect(declared).toContain('ApiKey');
  expect(declared).toContain('OrganizationSettings');
});

/** Resources that no data source reads by id. */
const notLookedUp = new Map([
  ['tocsin_api_key', 'a key is of no use without its secret'],
  [
    'tocsin_integration_mapping',
    'read with its integration by the id of the integration only: see tocsin_default_mapping',
  ],
  ['tocsin_organization_membership', 'found by its user: tocsin_organization_memberships'],
  ['tocsin_organization_settings', 'of the organization of the key'],
  ['tocsin_service_maintenance', 'found by its service: tocsin_service_maintenances'],
  ['tocsin_user_incident_notification_settings', 'read with their user'],
  ['tocsin_user_notification_rules', 'under the id of their user, which is looked up'],
]);

test('every resource can be looked up by its id', () => {
  for (const type of Object.keys(resolved.resources)) {
    const found = resolved.dataSources[type];
    const isById =
      found?.byId !== undefined && found.schema.attributes.id?.presence === 'optional-computed';
    expect(isById, type).toBe(!notLookedUp.has(type));
  }
});

test('what an export leaves out has a reason', () => {
  for (const type of leftOut.keys()) expect(Object.keys(exportSchema)).toContain(type);
  for (const [type, { list }] of Object.entries(exportSchema))
    expect(
      list !== undefined || leftOut.has(type) || type === 'tocsin_organization_settings',
      type,
    ).toBe(true);
});

test('no data source claims to make a new object', () => {
  expect(JSON.stringify(resolved.dataSources)).not.toContain('"replaces":true');
});
