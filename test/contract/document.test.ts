import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenApiDocument, type Operation, operationsOf } from '../../generate/document.ts';
import { lintDocument, lintPublicApi } from '../../generate/lint.ts';
import { scimSuccesses } from '../../generate/openapi.ts';

function read(name: string): OpenApiDocument {
  return JSON.parse(readFileSync(`openapi/bundled/${name}.json`, 'utf8'));
}

describe('the documents', () => {
  it('of the Public API breaks no rule', () => {
    const document = read('public-v1');
    expect([...lintDocument(document), ...lintPublicApi(document)]).toEqual([]);
  });

  it('of the webhooks breaks no rule', () => {
    expect(lintDocument(read('webhook'))).toEqual([]);
  });

  it.each([
    ['links', 'text/html'],
    ['telephony', 'text/xml', ['200', '204']],
    ['calendar', 'text/plain'],
    ['pages', 'text/html'],
    ['status', 'text/html'],
    ['pages-oidc', 'text/html'],
    ['console', 'application/problem+json'],
  ] as const)('of %s breaks no rule', (name, errorType, successes?: readonly string[]) => {
    expect(lintDocument(read(name), errorType, successes)).toEqual([]);
  });

  it('of SCIM breaks no rule, with the statuses of its standard', () => {
    const document = read('scim-v2');
    expect(lintDocument(document, 'application/scim+json', scimSuccesses)).toEqual([]);
  });

  it('refer to every path that the path files hold', () => {
    const document = read('public-v1');
    expect(operationsOf(document).length).toBeGreaterThan(140);
    const entry = readFileSync('openapi/public-v1.yaml', 'utf8');
    for (const { name } of document.tags) {
      const file = readFileSync(`openapi/paths/${name}.yaml`, 'utf8');
      for (const [, path = ''] of file.matchAll(/^(\/\S*):$/gm))
        expect(entry).toContain(`\n  ${path}: { $ref: './paths/${name}.yaml#/`);
    }
  });
});

const whole = read('public-v1');
const ofTeams: OpenApiDocument = {
  ...whole,
  paths: Object.fromEntries(Object.entries(whole.paths).filter(([path]) => /^\/team\b/.test(path))),
};

describe('the linter', () => {
  let document: OpenApiDocument;
  let createTeam: Operation;
  let listTeams: Operation;
  let getTeam: Operation;

  beforeEach(() => {
    // What it finds in one operation it finds in any: nine of ten are left out here.
    document = structuredClone(ofTeams);
    createTeam = operation('/team', 'post');
    listTeams = operation('/team/search/list', 'get');
    getTeam = operation('/team/{id}', 'get');
  });

  function operation(path: string, method: 'get' | 'post'): Operation {
    const found = document.paths[path]?.[method];
    if (!found) throw new Error(`${method} ${path} is not in the document`);
    return found;
  }

  function findings(): string {
    return [...lintDocument(document), ...lintPublicApi(document)].join('\n');
  }

  const broken: [string, () => void, string][] = [
    ['a missing summary', () => (createTeam.summary = ''), 'POST /team: summary is missing'],
    [
      'a repeated operationId',
      () => (listTeams.operationId = 'createTeam'),
      'createTeam is used twice',
    ],
    ['an undeclared tag', () => (createTeam.tags = ['teams']), 'needs exactly one tag'],
    [
      'an unknown role',
      () => (createTeam['x-required-role'] = 'root'),
      'x-required-role is missing',
    ],
    ['a missing scope', () => delete createTeam['x-scope'], 'x-scope is missing'],
    ['an unknown scope', () => (createTeam['x-scope'] = 'tea:create'), 'x-scope is missing'],
    ['a change without audit', () => delete createTeam['x-audit'], 'without x-audit'],
    [
      'a missing error response',
      () => delete createTeam.responses['403'],
      'response 403 is missing',
    ],
    [
      'a success other than 200',
      () => (createTeam.responses['201'] = { description: 'x' }),
      'success is always 200',
    ],
    [
      'an error that is not a problem',
      () => (createTeam.responses['409'] = { description: 'x', content: { 'text/plain': {} } }),
      'response 409 is not application/problem+json',
    ],
    [
      'an example that does not fit',
      () => (contentOf(createTeam).example = { displayName: '' }),
      'example/displayName must NOT have fewer than 1 characters',
    ],
    ['a missing example', () => delete contentOf(createTeam).example, 'has no example'],
    [
      'an undeclared path parameter',
      () => (getTeam.parameters = []),
      'path parameter id is not declared',
    ],
    [
      'a POST without Idempotency-Key',
      () => (createTeam.parameters = []),
      'takes no Idempotency-Key',
    ],
    [
      'a list without a page',
      () => (listTeams.responses['200'] = getTeamAnswer()),
      'the shape of Page',
    ],
    [
      'a list to choose from that does not say what it means without a choice',
      () =>
        (contentOf(createTeam).schema = { type: 'array', items: { type: 'string', enum: ['a'] } }),
      'request: does not say what an empty list means',
    ],
    [
      'an unbounded string',
      () => (document.components.schemas.Extra = { type: 'string' }),
      'Extra: a string without maxLength',
    ],
    [
      'an unbounded array deep inside',
      () =>
        (document.components.schemas.Extra = {
          type: 'object',
          properties: { a: { type: 'array', items: { type: 'boolean' } } },
        }),
      'Extra.a: an array without maxItems',
    ],
    [
      'a nullable enum without null',
      () => (document.components.schemas.Extra = { type: 'string', nullable: true, enum: ['a'] }),
      'its enum does not list null',
    ],
    [
      'a schema that refuses unknown members',
      () => (document.components.schemas.Extra = { type: 'object', additionalProperties: false }),
      'refuses unknown members',
    ],
  ];

  it.each(broken)('finds %s', (_name, breakIt, finding) => {
    breakIt();
    expect(findings()).toContain(finding);
  });

  function contentOf({ requestBody }: Operation) {
    const media = requestBody?.content['application/json'];
    if (!media) throw new Error('no JSON body');
    return media;
  }

  function getTeamAnswer() {
    const answer = getTeam.responses['200'];
    if (!answer) throw new Error('getTeam has no answer');
    return answer;
  }
});
