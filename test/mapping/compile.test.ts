import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AttributesMapping,
  compileMapping,
  loadXPath,
  type MappingStep,
  normaliseMapping,
  ProgramCache,
} from '../../src/mapping/index.ts';
import { inEnglish, inWords, usualSpeech } from '../../src/sentences/index.ts';
import { attribute, programOf, required } from './evaluate-support.ts';

beforeAll(loadXPath);

const errorsOf = (mapping: AttributesMapping) => {
  const result = compileMapping(mapping);
  const errors = Object.entries(result.ok ? {} : result.errors);
  return Object.fromEntries(errors.map(([place, mistakes]) => [place, mistakes.map(inEnglish)]));
};
const stepErrors = (step: MappingStep) =>
  errorsOf({ attributes: [attribute('A', [{ static: '' }, step])] });

describe('a mapping is refused at save, with the place and what to do', () => {
  it.each<[string, MappingStep, string, RegExp]>([
    ['no type key', {}, '', /exactly one of .*none/],
    ['only nulls', { regex: null, map: null }, '', /none/],
    ['two type keys', { regex: 'a', map: 'a->b' }, '', /regex and map/],
    [
      'a replacement without a regex',
      { static: 'a', replace: 'b' },
      '.replace',
      /goes with a regex/,
    ],
    ['a JSONPath that is none', { jsonPath: '$.a[' }, '.jsonPath', /./],
    ['a JSONPath script', { jsonPath: '$.a[(@.length-1)]' }, '.jsonPath', /\[-1\]/],
    ['a JSONPath that is too long', { jsonPath: `$.${'a'.repeat(2_047)}` }, '.jsonPath', /2048/],
    ['a regex that is none', { regex: '(a' }, '.regex', /./],
    ['a possessive quantifier', { regex: 'a++' }, '.regex', /./],
    ['a regex that is too long', { regex: 'a'.repeat(4_097) }, '.regex', /4096/],
    [
      'a replacement that is too long',
      { regex: 'a', replace: 'a'.repeat(4_097) },
      '.replace',
      /4096/,
    ],
    ['a map pair without an arrow', { map: 'a->1,b' }, '.map', /Pair 2 \(“b”\)/],
    ['an empty map', { map: '' }, '.map', /no “->”/],
    ['an XPath that is none', { xPath: '//a[' }, '.xPath', /not an XPath/],
    ['an empty XPath', { xPath: ' ' }, '.xPath', /empty/],
    ['an XPath 2 expression', { xPath: 'for $a in //b return $a' }, '.xPath', /./],
    ['an XPath variable', { xPath: '//a[@b=$c]' }, '.xPath', /variables/],
    ['an XPath that is too long', { xPath: `/${'a'.repeat(2_048)}` }, '.xPath', /2048/],
    ['a static that is too long', { static: 'a'.repeat(65_537) }, '.static', /65536/],
  ])('%s', (_, step, place, message) => {
    const errors = stepErrors(step);
    expect(Object.keys(errors)).toEqual([`attributesMapping.attributes[0].mappings[1]${place}`]);
    expect(Object.values(errors).flat()).toEqual([expect.stringMatching(message)]);
  });

  it('with its place in the expression, in German, too', () => {
    const result = compileMapping({ attributes: [attribute('A', [{ regex: 'a(b' }])] });
    const [mistake] = result.ok ? [] : Object.values(result.errors).flat();
    expect(mistake && inWords(mistake, usualSpeech.de)).toBe(
      'Ein „(“ wird nie geschlossen; ergänzen Sie „)“ oder schreiben Sie „\\(“. (an Stelle 3)',
    );
  });

  it.each<[string, AttributesMapping, string]>([
    [
      'an attribute without steps',
      { attributes: [attribute('A', [])] },
      'attributesMapping.attributes[0].mappings',
    ],
    [
      'more than 20 steps',
      { attributes: [attribute('A', Array(21).fill({ static: 'a' }))] },
      'attributesMapping.attributes[0].mappings',
    ],
    [
      'more than 200 attributes',
      { attributes: Array(201).fill(attribute('A', [{ static: 'a' }])) },
      'attributesMapping.attributes',
    ],
    [
      'a blank name',
      { attributes: [attribute('  ', [{ static: 'a' }])] },
      'attributesMapping.attributes[0].name',
    ],
    [
      'a name of 256 characters',
      { attributes: [attribute('n'.repeat(256), [{ static: 'a' }])] },
      'attributesMapping.attributes[0].name',
    ],
    [
      'a window beyond a day',
      { attributes: [], groupingWindowInSeconds: 86_401 },
      'attributesMapping.groupingWindowInSeconds',
    ],
    [
      'a negative window',
      { attributes: [], groupingWindowInSeconds: -1 },
      'attributesMapping.groupingWindowInSeconds',
    ],
    [
      'a CorrelationId from the previous incident',
      { attributes: [attribute('CorrelationId', [{ static: '{{ previousIncident.Id }}' }])] },
      'attributesMapping.attributes[0]',
    ],
    [
      'a CorrelationId that depends on the previous incident by way of another attribute',
      {
        attributes: [
          attribute('A', [{ static: '{{ PreviousIncident.Id }}' }]),
          attribute('CorrelationId', [{ static: '{{ currentIncident.a }}' }]),
        ],
      },
      'attributesMapping.attributes[1]',
    ],
    [
      'a grouping attribute from the previous incident',
      {
        attributes: [
          attribute('A', [{ static: '{{ previousIncident.A }}' }], { isGroupingKey: true }),
        ],
      },
      'attributesMapping.attributes[0]',
    ],
  ])('%s', (_, mapping, place) => {
    expect(Object.keys(errorsOf(mapping))).toEqual([place]);
  });

  it('tells all mistakes at once', () => {
    expect(
      Object.keys(
        errorsOf({
          attributes: [attribute('', [{ regex: '(' }, { map: 'x' }]), attribute('B', [])],
        }),
      ),
    ).toHaveLength(4);
  });
});

describe('a mapping is accepted', () => {
  it.each<[string, MappingStep]>([
    ['a reference to a group that does not exist', { regex: '\\d+', replace: '$1' }],
    ['a path that matches nothing', { jsonPath: '$.nope.never' }],
    ['an empty static', { static: '' }],
    [
      'nulls beside the one key',
      { static: 'a', regex: null, map: null, xPath: null, jsonPath: null, replace: null },
    ],
  ])('%s', (_, step) => {
    expect(stepErrors(step)).toEqual({});
  });

  it('at every cap', () => {
    const mapping = {
      attributes: Array.from({ length: 200 }, (_, index) =>
        attribute(`${'n'.repeat(250)}${index}`, Array(20).fill({ static: 'a' })),
      ),
      groupingWindowInSeconds: 86_400,
    };
    expect(errorsOf(mapping)).toEqual({});
  });
});

describe('spellings', () => {
  const wire = {
    attributes: [
      {
        name: 'A',
        isImage: true,
        hideInPreviews: false,
        isGroupingKey: null,
        expand: true,
        mappings: [
          { xPath: '//a', jsonPath: null },
          { jsonPath: '$.a' },
          { regex: 'a', replace: 'b' },
          { static: 's' },
          { map: 'a->b' },
        ],
      },
    ],
    groupingWindowInSeconds: 60,
  };

  it.each<[string, unknown]>([
    ['wire names', wire],
    ['wire names in a request body', { attributesMapping: wire }],
    [
      'the specification’s names',
      {
        Attributes: [
          {
            Name: 'A',
            Image: true,
            Hidden: false,
            Grouped: null,
            Expand: true,
            Mappings: [
              { XPath: '//a', JsonPath: null },
              { JsonPath: '$.a' },
              { Regex: 'a', Replace: 'b' },
              { Static: 's' },
              { Map: 'a->b' },
            ],
          },
        ],
        GroupingWindowInSeconds: 60,
      },
    ],
    [
      'names of infrastructure tools',
      {
        attributes_mapping: {
          attributes: [
            {
              name: 'A',
              is_image: true,
              hide_in_previews: false,
              is_grouping_key: null,
              expand: true,
              mappings: [
                { x_path: '//a', json_path: null },
                { json_path: '$.a' },
                { regex: 'a', replace: 'b' },
                { static: 's' },
                { map: 'a->b' },
              ],
            },
          ],
          grouping_window_in_seconds: 60,
        },
      },
    ],
  ])('%s', (_, given) => {
    expect(normaliseMapping(given)).toEqual({ ok: true, mapping: wire });
  });

  it('unknown members are dropped, absent ones stay absent, numbers and booleans become texts', () => {
    expect(
      normaliseMapping({
        attributes: [{ name: 'A', color: 1, mappings: [{ static: 5 }, { static: true }] }],
        x: 1,
      }),
    ).toEqual({
      ok: true,
      mapping: { attributes: [{ name: 'A', mappings: [{ static: '5' }, { static: 'true' }] }] },
    });
  });

  it.each<[string, unknown, string]>([
    ['no object', 'x', 'attributesMapping'],
    ['no attributes', {}, 'attributesMapping.attributes'],
    ['null attributes', { attributes: null }, 'attributesMapping.attributes'],
    ['an attribute that is no object', { attributes: ['x'] }, 'attributesMapping.attributes[0]'],
    ['no name', { attributes: [{ mappings: [] }] }, 'attributesMapping.attributes[0].name'],
    [
      'mappings that are no list',
      { attributes: [{ name: 'A', mappings: {} }] },
      'attributesMapping.attributes[0].mappings',
    ],
    [
      'a flag that is no boolean',
      { attributes: [{ name: 'A', expand: 'yes', mappings: [] }] },
      'attributesMapping.attributes[0].expand',
    ],
    [
      'a step member that is no text',
      { attributes: [{ name: 'A', mappings: [{ map: {} }] }] },
      'attributesMapping.attributes[0].mappings[0].map',
    ],
    [
      'a window that is no whole number',
      { attributes: [], groupingWindowInSeconds: '5' },
      'attributesMapping.groupingWindowInSeconds',
    ],
    [
      'Grouped and isGroupingKey that differ',
      { attributes: [{ name: 'A', Grouped: true, isGroupingKey: false, mappings: [] }] },
      'attributesMapping.attributes[0].isGroupingKey',
    ],
    ['a huge list', { attributes: Array(2_001).fill(0) }, 'attributesMapping.attributes'],
  ])('%s is refused with its place', (_, given, place) => {
    const result = normaliseMapping(given);
    expect(result.ok ? [] : Object.keys(result.errors)).toContain(place);
  });

  it('Grouped and isGroupingKey that agree are one', () => {
    const result = normaliseMapping({
      attributes: [{ name: 'A', Grouped: true, isGroupingKey: true, mappings: [] }],
    });
    expect(result).toMatchObject({ ok: true, mapping: { attributes: [{ isGroupingKey: true }] } });
  });
});

describe('the cache', () => {
  const mapping = (): AttributesMapping => ({ attributes: required });

  it('compiles each key once', () => {
    const cache = new ProgramCache();
    let compiled = 0;
    const source = () => {
      compiled += 1;
      return mapping();
    };
    expect(cache.get('a:1', source)).toBe(cache.get('a:1', source));
    expect(cache.get('a:2', source)).not.toBe(cache.get('a:1', source));
    expect(compiled).toBe(2);
  });

  it('drops the least recently used beyond its bytes', () => {
    const { bytes } = programOf(mapping());
    const cache = new ProgramCache(bytes * 2);
    const first = cache.get('a', mapping);
    const second = cache.get('b', mapping);
    cache.get('a', mapping);
    cache.get('c', mapping);
    expect(cache.size).toBe(2);
    expect(cache.get('a', mapping)).toBe(first);
    expect(cache.get('b', mapping)).not.toBe(second);
  });

  it('keeps one program that alone is over the limit', () => {
    const cache = new ProgramCache(1);
    expect(cache.get('a', mapping)).toBe(cache.get('a', mapping));
  });

  it('throws for a mapping that does not compile, naming it', () => {
    expect(() =>
      new ProgramCache().get('x:7', () => ({ attributes: [attribute('A', [])] })),
    ).toThrow(/x:7.*steps/);
  });
});
