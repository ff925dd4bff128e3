import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { dereference, type OpenApiDocument, type Schema } from '../../generate/document.ts';
import { modules } from '../../src/modules.ts';
import { kindsOf } from '../../src/resources/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let teamId: string;
beforeAll(async () => {
  server = await sharedTestApp();
  teamId = await server.api.make('/team', { displayName: 'Owner' });
});

const document = JSON.parse(
  readFileSync('openapi/bundled/public-v1.json', 'utf8'),
) as OpenApiDocument;

/** The URLs that clients send, by entity type and path, and whether they are sealed. */
function urls(): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const walk = (given: Schema, path: string, above: ReadonlySet<Schema>) => {
    const schema = dereference(document, given);
    if (above.has(schema) || given.readOnly || schema.readOnly) return;
    if (/url$/i.test(path)) found.set(path, (given['x-secret'] ?? schema['x-secret']) === true);
    const deeper = new Set([...above, schema]);
    for (const part of schema.allOf ?? []) walk(part, path, deeper);
    for (const [member, inner] of Object.entries(schema.properties ?? {}))
      walk(inner, `${path}.${member}`, deeper);
    if (schema.items) walk(schema.items, path, deeper);
  };
  for (const { entityType } of kindsOf({ modules })) {
    const input = document.components.schemas[`${entityType}Input`];
    if (input) walk(input, entityType, new Set());
  }
  return found;
}

/** Shown to everybody, or refused with credentials in them (below). Others may hold a token and are secrets. */
const notSealed = [
  'InboundIntegration.integrationSettings.httpMonitoring.url',
  'OutboundIntegration.azureDevOpsSettings.organizationUrl',
  'OutboundIntegration.gitHubSettings.baseUrl',
  'OutboundIntegration.gitLabSettings.baseUrl',
  'OutboundIntegration.jiraSettings.baseUrl',
  'OutboundIntegration.mattermostSettings.baseUrl',
  'OutboundIntegration.serviceNowSettings.instanceUrl',
  'ShadowRun.url',
  'StatusPage.publicCompanyUrl',
  'StatusPage.publicSupportUrl',
];

it('every URL that clients send is sealed, as a token may be its path, or known to hold none', () => {
  const open = [...urls()].filter(([, isSealed]) => !isSealed).map(([path]) => path);
  expect(open.toSorted()).toEqual(notSealed);
});

it.each([
  [
    '/inbound-integration',
    'HTTPMonitoring',
    (url: string) => ({
      httpMonitoring: { url, method: 'GET', timeoutInMilliseconds: 5000, intervalInSeconds: 60 },
    }),
    'integrationSettings',
  ],
  [
    '/outbound-integration',
    'Mattermost',
    (baseUrl: string) => ({
      baseUrl,
      sendIncidentsToMattermost: true,
      createIncidentsFromMattermost: false,
    }),
    'mattermostSettings',
  ],
  [
    '/outbound-integration',
    'Jira',
    (baseUrl: string) => ({ baseUrl, apiToken: 'x', projectKey: 'OPS' }),
    'jiraSettings',
  ],
])('%s takes no URL with a user name or password in it', async (path, type, settings, member) => {
  for (const [url, status] of [
    ['https://chat.example.com/base', 200],
    ['https://somebody:secret@chat.example.com/base', 400],
    ['https://token@chat.example.com', 400],
  ] as const) {
    const body = { displayName: 'D', teamId, type, [member]: settings(url) };
    const answer = await server.api.post(path, body);
    expect(answer.status, answer.text).toBe(status);
    if (status === 400) expect(answer.text).not.toMatch(/somebody|secret|token@/);
  }
});
