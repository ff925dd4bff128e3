import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { breakingChanges } from '../../generate/breaking-changes.ts';
import type { OpenApiDocument, Operation, Schema } from '../../generate/document.ts';

const published = readFileSync('openapi/bundled/public-v1.json', 'utf8');
const before: OpenApiDocument = JSON.parse(published);
let after: OpenApiDocument;

beforeEach(() => {
  after = JSON.parse(published);
});

function schema(name: string): Schema {
  const found = after.components.schemas[name];
  if (!found) throw new Error(`there is no schema ${name}`);
  return found;
}

function property(of: string, name: string): Schema {
  const found = schema(of).properties?.[name];
  if (!found) throw new Error(`${of} has no ${name}`);
  return found;
}

function createTeam(): Operation {
  const found = after.paths['/team']?.post;
  if (!found) throw new Error('there is no POST /team');
  return found;
}

const breaking: [string, () => void, string][] = [
  ['a removed operation', () => delete after.paths['/team'], 'POST /team: the operation is gone'],
  [
    'a removed member',
    () => delete schema('TeamInput').properties?.labels,
    'POST /team: request.labels is gone',
  ],
  [
    'a new required member of a request',
    () => schema('TeamInput').required?.push('labels'),
    'POST /team: request requires labels now',
  ],
  [
    'a removed value of an enum, wherever it is used',
    () => (schema('Severity').enum = ['Critical', 'Warning']),
    'POST /incident: request.severity does not take Minor any more',
  ],
  ['a removed status', () => delete createTeam().responses['200'], 'response 200 is gone'],
  [
    'another type',
    () => (property('TierSettings', 'repeats').type = 'string'),
    'request.tierSettings.repeats was integer and is string',
  ],
  [
    'a lower limit of length',
    () => (schema('DisplayName').maxLength = 100),
    'POST /team: request.displayName has a maxLength of 100 now',
  ],
  [
    'a higher least value',
    () => (property('TierSettings', 'repeats').minimum = 1),
    'request.tierSettings.repeats has a minimum of 1 now',
  ],
  [
    'another pattern',
    () => (schema('TimeZoneId').pattern = '^UTC$'),
    'request.timeZoneId must match ^UTC$ now',
  ],
  [
    'a request member that may not be null any more',
    () => delete schema('Labels').nullable,
    'request.labels may not be null any more',
  ],
  [
    'a response member that may be missing now',
    () => (schema('PayloadSummary').required = []),
    'may lack id now',
  ],
  [
    'a response member that may be null now',
    () => (property('Page', 'hasMore').nullable = true),
    'response 200.hasMore may be null now',
  ],
  [
    'a parameter that became required',
    () => createTeam().parameters?.push({ name: 'Why', in: 'query', required: true, schema: {} }),
    'parameter Why is required now',
  ],
  [
    'a removed parameter',
    () => (createTeam().parameters = []),
    'parameter Idempotency-Key is gone',
  ],
  [
    'a higher role',
    () => (createTeam()['x-required-role'] = 'organization-owner'),
    'needs the role organization-owner now',
  ],
  [
    'another scope',
    () => (createTeam()['x-scope'] = 'users:create'),
    'needs the scope users:create now',
  ],
  [
    'a plan that lost the API',
    () => (after['x-plan'] = ['ENTERPRISE']),
    'not part of the plan PRO',
  ],
];

const compatible: [string, () => void][] = [
  ['nothing', () => undefined],
  ['a new operation', () => (after.paths['/pet'] = { get: createTeam() })],
  [
    'a new optional member',
    () => Object.assign(schema('TeamInput').properties ?? {}, { colour: { type: 'boolean' } }),
  ],
  ['a wider limit', () => (schema('DisplayName').maxLength = 1000)],
  ['a new value of an enum', () => schema('Severity').enum?.push('Low')],
  [
    'a request member that may be null now',
    () => (property('IncidentInput', 'title').nullable = true),
  ],
  ['a lower role', () => (createTeam()['x-required-role'] = 'team-member')],
  ['another text', () => (createTeam().summary = 'Make a team')],
];

describe('breakingChanges', () => {
  it.each(breaking)('names %s', (_name, change, expected) => {
    change();
    expect(breakingChanges(before, after).join('\n')).toContain(expected);
  });

  it.each(compatible)('accepts %s', (_name, change) => {
    change();
    expect(breakingChanges(before, after)).toEqual([]);
  });
});
