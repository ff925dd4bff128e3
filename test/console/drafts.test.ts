import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAsSeen, isSame } from '../../console/api/is-same.ts';
import {
  forgetDraftsOfOthers,
  hasDraft,
  keepDraft,
  takeDraft,
} from '../../console/parts/draft/kept.ts';
import { mergeChanges } from '../../console/parts/draft/merge.ts';
import { withoutSecrets } from '../../console/parts/schema-form/without-secrets.ts';
import { schemaNamed } from '../../openapi/types/request-schemas.ts';
import { all, attributeOf, consoleSources, isElement } from '../support/console-sources.ts';
import { quickRuns } from '../support/runs.ts';

type Rule = { id: string; words: string };
interface Edited {
  name: string;
  settings: { a: number; b: number | null };
  rules: Rule[];
  days: string[];
}

const edited: fc.Arbitrary<Edited> = fc.record({
  name: fc.string({ maxLength: 3 }),
  settings: fc.record({ a: fc.nat(2), b: fc.option(fc.nat(2)) }),
  rules: fc.uniqueArray(
    fc.record({ id: fc.constantFrom('r1', 'r2', 'r3', 'r4'), words: fc.string({ maxLength: 2 }) }),
    { selector: ({ id }) => id, maxLength: 4 },
  ),
  days: fc.array(fc.constantFrom('mon', 'tue'), { maxLength: 2 }),
});

describe('the changes of two people', () => {
  it('come together: what only one of them changed is as that one left it', () => {
    fc.assert(
      fc.property(edited, edited, edited, (before, mine, theirs) => {
        const { value, both, theirs: changed } = mergeChanges(before, mine, theirs);
        for (const member of ['name', 'days'] as const) {
          const isMine = !isSame(mine[member], before[member]);
          expect(value[member]).toEqual(isMine ? mine[member] : theirs[member]);
          const collide = isMine && !isSame(theirs[member], before[member]);
          expect(both.includes(member)).toBe(collide && !isSame(mine[member], theirs[member]));
          expect(changed.includes(member)).toBe(!isSame(theirs[member], before[member]));
        }
        for (const id of ['r1', 'r2', 'r3', 'r4']) {
          const of = (one: Edited) => one.rules.find((rule) => rule.id === id);
          const isMine = !isSame(of(mine), of(before));
          const wanted = isMine ? of(mine) : of(theirs);
          if (of(mine) && of(theirs) && of(before)) continue;
          expect(of(value)).toEqual(wanted);
        }
        expect(new Set(value.rules.map(({ id }) => id)).size).toBe(value.rules.length);
      }),
      { numRuns: quickRuns(1000) },
    );
  });

  it('are mine where nobody else changed anything, and theirs where I did not', () => {
    fc.assert(
      fc.property(edited, edited, (before, after) => {
        expect(mergeChanges(before, after, before)).toEqual({ value: after, theirs: [], both: [] });
        expect(mergeChanges(before, before, after)).toMatchObject({ value: after, both: [] });
      }),
    );
  });

  it('keep a rule that is new on either side', () => {
    const rule = { id: 'r1', displayName: 'Old' };
    const { value } = mergeChanges<{ rules: { id?: string; displayName: string }[] }>(
      { rules: [rule] },
      { rules: [rule, { displayName: 'Mine' }] },
      { rules: [rule, { id: 'r2', displayName: 'Theirs' }] },
    );
    expect(value.rules.map(({ displayName }) => displayName).toSorted()).toEqual([
      'Mine',
      'Old',
      'Theirs',
    ]);
  });
});

describe('what somebody has seen', () => {
  it('is what is there if the members of both say the same, in any order', () => {
    const present = { id: '1', name: 'x', list: [{ a: 1, b: 2 }], refusedRequests: { count: 7 } };
    expect(isAsSeen({ name: 'x', list: [{ b: 2, a: 1 }], shownOnly: 1 }, present)).toBe(true);
    expect(isAsSeen({ ...present, refusedRequests: null }, present)).toBe(true);
    expect(isAsSeen({ name: 'y' }, present)).toBe(false);
    expect(isAsSeen({ list: [] }, present)).toBe(false);
    expect(isAsSeen({ name: null }, present)).toBe(false);
  });

  it('is said with every request of the console that changes an object', () => {
    // An act adds to the history of an incident: at night it must not fail for a payload that has come in between.
    // An account in a chat is there or not: nothing of it can be changed.
    const acts = /^'(?:\/incident\/\{id\}|\/user\/\{id\}\/chats\/\{accountId\})'/;
    const without: string[] = [];
    let count = 0;
    for (const file of globSync('console/**/*.{ts,tsx}')) {
      const source = readFileSync(file, 'utf8');
      const mutations = new Map(
        [...source.matchAll(/const (\w+) = api\.useMutation\(\s*'(?:put|patch|delete)'/g)].map(
          ({ 1: name = '' }) => [name, new RegExp(`\\b${name}\\s*\\.mutate(?:Async)?\\(`, 'g')],
        ),
      );
      const calls = [/publicApi\.(?:PUT|PATCH|DELETE)\(/g, ...mutations.values()];
      for (const pattern of calls) {
        for (const match of source.matchAll(pattern)) {
          const call = argumentsAt(source, match.index + match[0].length);
          count += 1;
          if (!acts.test(call.trim()) && !call.includes('asSeen('))
            without.push(`${file}: ${match[0]}${call.slice(0, 80)}`);
        }
      }
    }
    expect(without).toEqual([]);
    expect(count).toBeGreaterThan(35);
  });
});

describe('what a browser keeps of a draft', () => {
  const place = { personId: 'p1', path: '/services/1', name: 'service' };
  const day = 86_400_000;
  beforeEach(() => {
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('sessionStorage', storage());
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is there for the same person, page and form only', () => {
    expect(hasDraft(place)).toBe(false);
    keepDraft(place, { name: 'x' });
    expect(hasDraft(place)).toBe(true);
    keepDraft(place, { name: 'x' }, 1000);
    expect(takeDraft({ ...place, personId: 'p2' }, 1000)).toBeNull();
    expect(takeDraft({ ...place, path: '/services/12' }, 1000)).toBeNull();
    expect(takeDraft({ ...place, name: 'other service' }, 1000)).toBeNull();
    expect(takeDraft(place, 1000)).toEqual({ value: { name: 'x' }, at: new Date(1000) });
  });

  it('is forgotten after 7 days', () => {
    keepDraft(place, 'x', 0);
    expect(takeDraft(place, 7 * day - 1)).not.toBeNull();
    expect(takeDraft(place, 7 * day)).toBeNull();
    forgetDraftsOfOthers('p1', 7 * day);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('goes as soon as somebody else is signed in', () => {
    keepDraft(place, 'x');
    keepDraft({ ...place, isOfTab: true }, 'x');
    keepDraft({ ...place, personId: 'p2' }, 'y');
    forgetDraftsOfOthers('p2');
    expect(takeDraft(place)).toBeNull();
    expect(takeDraft({ ...place, isOfTab: true })).toBeNull();
    expect(takeDraft({ ...place, personId: 'p2' })?.value).toBe('y');
  });

  it('is never more than 2 million characters, of which the latest stay, and nothing huge', () => {
    for (let count = 0; count < 20; count += 1)
      keepDraft({ ...place, name: `form ${count}` }, 'x'.repeat(200_000), Date.now() + count);
    const characters = Object.keys(localStorage).reduce(
      (sum, key) => sum + (localStorage.getItem(key)?.length ?? 0),
      0,
    );
    expect(characters).toBeLessThanOrEqual(2_000_000);
    expect(takeDraft({ ...place, name: 'form 19' })).not.toBeNull();
    expect(takeDraft({ ...place, name: 'form 0' })).toBeNull();
    keepDraft(place, 'x'.repeat(400_000));
    expect(takeDraft(place)).toBeNull();
  });

  it('is that of each tab by itself, and what a closed tab left goes on in another one', () => {
    const load = vi.spyOn(performance, 'timeOrigin', 'get');
    load.mockReturnValue(1);
    keepDraft(place, 'of the first', 10);
    load.mockReturnValue(2);
    vi.stubGlobal('sessionStorage', storage());
    expect(takeDraft(place, 10)?.value).toBe('of the first');
    keepDraft(place, 'of the second', 20);
    load.mockReturnValue(1);
    vi.stubGlobal('sessionStorage', storage());
    // The first one was open all the time, and goes on.
    keepDraft(place, 'of the first, more', 15);
    expect(takeDraft(place, 20)?.value).toBe('of the first, more');
    load.mockRestore();
  });

  it('is without secrets, wherever they are in it', () => {
    const schema = schemaNamed('InboundIntegrationInput');
    const written = {
      displayName: 'Mine',
      webhookAuthentication: { type: 'bearer', bearer: { token: 'hush' } },
      integrationSettings: { httpMonitoring: { bearerAuthenticationToken: 'hush', url: 'u' } },
    };
    const seen = { webhookAuthentication: { type: null, bearer: null } };
    const kept = JSON.stringify(withoutSecrets(schema, written, seen));
    expect(kept).toContain('Mine');
    expect(kept).not.toContain('hush');
  });

  function storage(): Storage {
    const items = {};
    const methods = {
      getItem: (key: string) => Reflect.get(items, key) ?? null,
      setItem: (key: string, value: string) => void Reflect.set(items, key, value),
      removeItem: (key: string) => void Reflect.deleteProperty(items, key),
    };
    for (const [name, value] of Object.entries(methods))
      Object.defineProperty(items, name, { value, enumerable: false });
    // As far as drafts use one.
    return items as Storage;
  }
});

/** What people type into. */
const written = new Set([
  'CodeEditor',
  'MomentField',
  'NumberInput',
  'TagsInput',
  'Textarea',
  'TextInput',
]);

/** Fields whose text need not survive. */
const fleeting = new Map([
  ['audit-log/verify-chain.tsx text', 'pasted from a file'],
  ['me/code-form.tsx code', 'a secret that is valid for minutes'],
  ['settings/people-page.tsx text', 'a search'],
  ['teams/team-settings.tsx typed', 'says again what is to be deleted'],
  ['teams/teams-page.tsx filter', 'a search'],
]);

/** Choices of one press that are sent at once. */
const choices = new Map([
  ['audit-log/verify-chain.tsx text', 'pasted from a file'],
  ['first-run/integration-step.tsx chosen', 'one of a list'],
  ['parts/calendar-address.tsx onlyTier1', 'yes or no'],
  ['settings/person-teams.tsx teamId', 'one of a list'],
  ['integrations/replace-address.tsx validHours', 'one of four'],
  ['outbound/test-panel.tsx severity', 'one of three'],
  ['parts/replays/try-change.tsx aim', 'the difference that was looked at, which the tab keeps'],
  ['parts/replays/try-change.tsx asItWas', 'a switch'],
  ['replays/new-noise-report.tsx days', 'one of three'],
]);

/** Pages where one control changes one member: refused, it shows what is so, and who changed it. */
const ofOneControl = new Map([
  ['api/own-user.ts', 'the language of the console'],
  ['settings/person-teams.tsx', 'the role in a team'],
  ['teams/members.tsx', 'the role in a team'],
]);

describe('a form', () => {
  const files = consoleSources();

  it('keeps what is written into it until it is saved or discarded', () => {
    const found = new Set<string>();
    let count = 0;
    for (const { name, source } of files) {
      const states = statesOf(source);
      for (const element of all(source, isElement)) {
        if (!written.has(element.tagName.getText())) continue;
        const value = attributeOf(element, 'value')?.initializer;
        count += 1;
        const root = value && all(value, ts.isIdentifier)[0]?.text;
        if (root !== undefined && states.has(root)) found.add(`${name} ${root}`);
      }
    }
    expect([...found].filter((one) => !fleeting.has(one))).toEqual([]);
    expect([...fleeting.keys()].filter((one) => !found.has(one))).toEqual([]);
    expect(count).toBeGreaterThan(40);
  });

  it('sends nothing that would be lost by loading the page again', () => {
    const found = new Set<string>();
    let count = 0;
    for (const { name, source } of files) {
      const states = statesOf(source);
      // What is made of it is lost with it.
      for (let size = -1; size !== states.size; ) {
        size = states.size;
        for (const { name: made, initializer } of all(source, ts.isVariableDeclaration)) {
          if (!initializer || isFunction(initializer)) continue;
          const from = all(initializer, ts.isIdentifier).find(({ text }) => states.has(text));
          const origin = from && states.get(from.text);
          // What a hook makes of it, such as an answer, is not what was written.
          if (!origin || /^use[A-Z]|\.use[A-Z]/.test(initializer.getText())) continue;
          for (const { text } of all(made, ts.isIdentifier))
            if (!states.has(text)) states.set(text, origin);
        }
      }
      for (const call of all(source, ts.isCallExpression)) {
        if (!/\.(?:POST|PUT|PATCH|mutate|mutateAsync)$/.test(call.expression.getText())) continue;
        count += 1;
        for (const body of call.arguments.flatMap((given) => all(given, isBody)))
          for (const { text } of all(body, ts.isIdentifier)) {
            const origin = states.get(text);
            if (origin) found.add(`${name} ${origin}`);
          }
      }
    }
    expect([...found].filter((one) => !choices.has(one))).toEqual([]);
    expect([...choices.keys()].filter((one) => !found.has(one))).toEqual([]);
    expect(count).toBeGreaterThan(60);
  });

  it('that changes an object offers to merge', () => {
    const own = /\b(?:useDraft|ObjectForm|ConflictNotice|mergeChanges|changePresent)\b/;
    const merging = new Set(
      files.filter(({ source }) => own.test(source.text)).map(({ name }) => name),
    );
    // By itself, or by a form beside it that it tells how to save.
    const isMerging = (name: string, text: string) =>
      merging.has(name) ||
      [...text.matchAll(/from '\.\/([\w-]+\.tsx)'/g)].some(
        ([, form = '']) => /\bsave=\{/.test(text) && merging.has(join(dirname(name), form)),
      );
    const without: string[] = [];
    let count = 0;
    for (const { name, source } of files) {
      const { text } = source;
      if (name === 'api/client.ts') continue;
      const changes = [
        ...text.matchAll(/publicApi\.(?:PUT|PATCH)\(\s*'([^']+)'/g),
        ...text.matchAll(/api\.useMutation\(\s*'(?:put|patch)',\s*('[^']+'|\w+)/g),
      ].filter(([, path]) => path !== '/incident/{id}');
      count += changes.length;
      if (changes.length > 0 && !isMerging(name, text)) without.push(name);
    }
    expect(without.filter((one) => !ofOneControl.has(one))).toEqual([]);
    expect([...ofOneControl.keys()].filter((one) => !without.includes(one))).toEqual([]);
    expect(count).toBeGreaterThan(15);
  });
});

function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

function isBody(node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment {
  return (
    (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
    node.name.getText() === 'body'
  );
}

/**
 * What the components of a file hold by `useState`, and so lose with the page; each by the name of what it began as.
 */
function statesOf(source: ts.SourceFile): Map<string, string> {
  const states = new Map<string, string>();
  for (const { name, initializer } of all(source, ts.isVariableDeclaration)) {
    if (!ts.isArrayBindingPattern(name) || !/^useState\b/.test(initializer?.getText() ?? ''))
      continue;
    const [state] = name.elements;
    if (state && ts.isBindingElement(state)) states.set(state.name.getText(), state.name.getText());
  }
  return states;
}

/** Up to the bracket that closes the call. */
function argumentsAt(source: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < source.length; end += 1) {
    if (source[end] === '(') depth += 1;
    if (source[end] === ')') depth -= 1;
  }
  return source.slice(start, end - 1);
}
