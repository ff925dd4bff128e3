import { describe, expect, it } from 'vitest';
import { compileTemplate, demandTemplate } from '../../src/outbound/template.ts';

const incident = {
  id: 'i1',
  title: 'Disk "C:\\" is\nfull <&> 💾',
  attributes: [
    { name: 'Host', value: 'db-1' },
    { name: 'Free', value: '0' },
  ],
  events: [{ id: 'e1', status: 'Open', modification: { intent: 'Created' } }],
  empty: [],
  nothing: null,
};
const run = (template: string, data: object = incident) => compileTemplate(template)(data);

describe('a template', () => {
  it('writes valid JSON, whatever the values hold', () => {
    const template =
      '{"title": "{{title}}", "status": "{{events.[0].status}}", "all": {{json attributes}}, "none": "{{nothing}}{{missing.deeper}}"}';
    expect(JSON.parse(run(template))).toEqual({
      title: incident.title,
      status: 'Open',
      all: incident.attributes,
      none: '',
    });
  });

  it('can do what the templates of the commercial original do', () => {
    const template =
      '{"incidentId": "{{id}}", "eventId": "{{events.[0].id}}", "intent": "{{events.[0].modification.intent}}", "incidentProperties": [{{#each attributes}}{"name": "{{this.name}}", "value": "{{this.value}}"}{{#unless @last}},{{/unless}}{{/each}}]}';
    expect(JSON.parse(run(template))).toEqual({
      incidentId: 'i1',
      eventId: 'e1',
      intent: 'Created',
      incidentProperties: incident.attributes,
    });
  });

  it.each([
    ['{{{title}}}', incident.title],
    ['{{#if empty}}a{{else}}b{{/if}}', 'b'],
    ['{{#with events.[0]}}{{status}}{{/with}}', 'Open'],
    ['{{#each empty}}x{{else}}none{{/each}}', 'none'],
    ['{{#each attributes}}{{@index}}:{{name}};{{/each}}', '0:Host;1:Free;'],
    ['{{lookup attributes.[1] "name"}}', 'Free'],
    ['{{json nothing}} {{json missing}}', 'null null'],
    ['{{\'a "quoted" text\'}}', 'a \\"quoted\\" text'],
  ])('%s', (template, expected) => {
    expect(run(template)).toBe(expected);
  });

  it.each([
    '{{constructor}}',
    '{{title.constructor}}',
    '{{__proto__}}',
    '{{#with attributes}}{{constructor.name}}{{/with}}',
    '{{lookup this "constructor"}}',
    '{{lookup (lookup this "__proto__") "constructor"}}',
    '{{toString}}',
    '{{attributes.length.constructor}}',
  ])('%s sees nothing of the server', (template) => {
    expect(run(template)).toBe('');
  });

  it.each([
    ['{{', /Parse error/],
    ['{{#each attributes}}', /Parse error|close/i],
    ['{{#if}}x{{/if}}', /requires exactly one/],
    ['{{shout title}}', /no helper shout; use each/],
    ['{{> other}}', /Partials/],
    ['{{#> other}}x{{/other}}', /Partials/],
    ['{{#*inline "a"}}x{{/inline}}', /Decorators/],
    ['{{* note}}', /Decorators/],
    ['{{log title}}', /no helper log/],
  ])('%s is refused when it is saved', (template, reason) => {
    expect(() => demandTemplate('webhookSettings.template', template, incident)).toThrow(reason);
  });

  it('ends: loops in loops are counted together', () => {
    const many = { items: Array.from({ length: 100 }, (_, index) => index) };
    expect(run('{{#each items}}{{this}}{{/each}}', many)).toMatch(/^012/);
    expect(run('{{#each items}}{{#each ../items}}.{{/each}}{{/each}}', { items: [1, 2] })).toBe(
      '....',
    );
    const nested =
      '{{#each items}}{{#each ../items}}{{#each ../../items}}{{/each}}{{/each}}{{/each}}';
    expect(() => run(nested, many)).toThrow(/more than 10000 times/);
    // What one run used up is there again for the next.
    expect(run('{{#each items}}{{/each}}', many)).toBe('');
  });

  it('ends: what it writes is bounded', () => {
    const big = { text: 'x'.repeat(100_000), items: [1, 2, 3, 4] };
    expect(() => run('{{#each items}}{{../text}}{{/each}}', big)).toThrow(/262144 characters/);
    expect(() => run('{{text}}{{text}}{{text}}', big)).toThrow(/262144 characters/);
  });
});
