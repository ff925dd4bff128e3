import { describe, expect, test } from 'vitest';
import {
  type Payload,
  type PreParserName,
  preParse,
  splitPayload,
} from '../../src/catalogue/index.ts';

function run(preParser: PreParserName, payload: Payload): Payload {
  return preParse({ preParser }, payload);
}

test('a type without a pre-parser leaves the payload alone', () => {
  const payload = { textBody: '{"a":1}' };
  expect(preParse({ preParser: null }, payload)).toBe(payload);
});

test('sns: the envelope in text/plain and the JSON in Message become readable, the text stays', () => {
  const textBody = JSON.stringify({ Type: 'Notification', Message: '{"NewStateValue":"ALARM"}' });
  expect(run('sns', { textBody })).toEqual({
    textBody,
    jsonBody: { Type: 'Notification', Message: { NewStateValue: 'ALARM' } },
  });
});

test('sns: a Message that is plain words stays a text', () => {
  const textBody = JSON.stringify({ Type: 'Notification', Message: 'disk full' });
  expect(run('sns', { textBody }).jsonBody).toEqual({ Type: 'Notification', Message: 'disk full' });
});

test('sns: raw delivery gets its envelope back from the headers', () => {
  const headers = {
    'x-amz-sns-rawdelivery': 'true',
    'x-amz-sns-message-type': 'Notification',
    'x-amz-sns-message-id': 'm-1',
    'x-amz-sns-topic-arn': 'arn:aws:sns:eu-west-1:1:t',
  };
  expect(run('sns', { headers, textBody: '{"AlarmName":"a"}' }).jsonBody).toEqual({
    Type: 'Notification',
    MessageId: 'm-1',
    TopicArn: 'arn:aws:sns:eu-west-1:1:t',
    Message: { AlarmName: 'a' },
  });
  expect(run('sns', { headers, textBody: 'words' }).jsonBody).toMatchObject({ Message: 'words' });
});

test('sns: an EventBridge event is found in the message and in a body that came without SNS', () => {
  const event = { 'detail-type': 'AWS Health Event', source: 'aws.health', detail: {} };
  expect(run('sns', { jsonBody: event })).toEqual({ jsonBody: event, event });
  const textBody = JSON.stringify({ Type: 'Notification', Message: JSON.stringify(event) });
  expect(run('sns', { textBody }).event).toEqual(event);
  expect(run('sns', { jsonBody: { source: 'somebody' } })).toEqual({
    jsonBody: { source: 'somebody' },
  });
});

test.each(['not json', '{broken', '42', ''])(
  'json-in-text: %j is not taken for JSON',
  (textBody) => {
    expect(run('json-in-text', { textBody })).toEqual({ textBody });
  },
);

test('json-in-text: never replaces a body that was sent as JSON', () => {
  const payload = { jsonBody: { a: 1 }, textBody: '{"a":2}' };
  expect(run('json-in-text', payload)).toBe(payload);
});

test('form-json-field: the first field with JSON becomes the body, the form stays', () => {
  const formBody = { token: 'x', payload: '{"a":1}', later: '{"b":1}' };
  expect(run('form-json-field', { formBody })).toEqual({ formBody, jsonBody: { a: 1 } });
});

test('query-to-form: the query fills gaps of the form and never overwrites it', () => {
  expect(
    run('query-to-form', { query: { a: 'q', b: 'q' }, formBody: { a: 'f' } }).formBody,
  ).toEqual({ a: 'f', b: 'q' });
  expect(run('query-to-form', { query: { a: 'q' } }).formBody).toEqual({ a: 'q' });
  expect(run('query-to-form', { formBody: { a: 'f' } })).toEqual({ formBody: { a: 'f' } });
});

test('first-array-item: the first item is the body and the array stays reachable', () => {
  expect(run('first-array-item', { jsonBody: [{ a: 1 }, { a: 2 }] })).toEqual({
    jsonBody: { a: 1 },
    jsonItems: [{ a: 1 }, { a: 2 }],
  });
  expect(run('first-array-item', { jsonBody: [] })).toEqual({ jsonBody: null, jsonItems: [] });
  expect(run('first-array-item', { jsonBody: { a: 1 } })).toEqual({ jsonBody: { a: 1 } });
});

test('cloudevents-binary: headers and body become one structured event', () => {
  const headers = {
    'ce-specversion': '1.0',
    'ce-type': 'a.b',
    'ce-subject': 'caf%C3%A9',
    host: 'h',
  };
  expect(run('cloudevents-binary', { headers, jsonBody: { x: 1 } })).toEqual({
    headers,
    jsonBody: { specversion: '1.0', type: 'a.b', subject: 'café', data: { x: 1 } },
  });
});

test('cloudevents-binary: a badly encoded header value stays as it came', () => {
  const headers = { 'ce-specversion': '1.0', 'ce-subject': '100%' };
  expect(run('cloudevents-binary', { headers }).jsonBody).toEqual({
    specversion: '1.0',
    subject: '100%',
    data: null,
  });
});

test('cloudevents-binary: structured events and batches that came as text are read', () => {
  const event = { specversion: '1.0', type: 'a.b' };
  expect(run('cloudevents-binary', { textBody: JSON.stringify(event) }).jsonBody).toEqual(event);
  expect(run('cloudevents-binary', { textBody: JSON.stringify([event, event]) })).toMatchObject({
    jsonBody: event,
    jsonItems: [event, event],
  });
});

test('sensitive-field-redaction: secrets of the body are gone, everything else stays, twice is once', () => {
  const once = run('sensitive-field-redaction', {
    jsonBody: { sharedSecret: 's', alertType: 'x', nested: { note: 'kept' } },
    formBody: { verification_token: 't', text: 'kept' },
  });
  expect(once).toEqual({
    jsonBody: { sharedSecret: '[redacted]', alertType: 'x', nested: { note: 'kept' } },
    formBody: { verification_token: '[redacted]', text: 'kept' },
  });
  expect(run('sensitive-field-redaction', once)).toEqual(once);
});

test('pre-parsers never change their input', () => {
  const payload = Object.freeze({
    textBody: '{"Type":"Notification","Message":"{\\"a\\":1}"}',
    headers: Object.freeze({ 'ce-specversion': '1.0' }),
    query: Object.freeze({ q: '1' }),
    formBody: Object.freeze({ payload: '{}', token: 't' }),
  });
  const before = structuredClone(payload);
  run('sns', payload);
  run('cloudevents-binary', payload);
  run('query-to-form', payload);
  run('sensitive-field-redaction', payload);
  expect(payload).toEqual(before);
});

describe('alert-group', () => {
  type Labels = Record<string, string>;
  const alert = (labels: Labels, { status = 'firing', summary = '' } = {}) => ({
    status,
    labels,
    annotations: summary === '' ? {} : { summary },
  });
  const groupOf = (...alerts: ReturnType<typeof alert>[]) =>
    run('alert-group', { jsonBody: { alerts } }).alertGroup;
  const disk = (labels: Labels) => alert({ alertname: 'Disk', ...labels });

  test.each<[string, ReturnType<typeof alert>[], string | undefined]>([
    [
      'the instance is enough where it differs',
      [
        disk({ instance: 'a', device: 'x', job: 'n' }),
        disk({ instance: 'b', device: 'y', job: 'n' }),
      ],
      'Disk (2): a, b',
    ],
    [
      'a further label is named only where it is needed',
      [
        disk({ instance: 'a', mountpoint: '/' }),
        disk({ instance: 'a', mountpoint: '/var' }),
        disk({ instance: 'b', mountpoint: '/' }),
      ],
      'Disk (3): a /, a /var, b /',
    ],
    [
      'what all have in common is not repeated',
      [
        disk({ instance: 'm', pod: 'p1', zone: 'z' }),
        disk({ instance: 'm', pod: 'p2', zone: 'z' }),
      ],
      'Disk (2): p1, p2',
    ],
    [
      'a label that not all have differs',
      [disk({ instance: 'm' }), disk({ instance: 'm', shop: 's' })],
      'Disk (2): s',
    ],
    [
      'alerts of several rules are named each',
      [alert({ alertname: 'Down', instance: 'a' }), alert({ alertname: 'Skew', instance: 'b' })],
      '2 alerts: Down a, Skew b',
    ],
    [
      'alerts that nothing tells apart are counted',
      [disk({}), disk({ severity: 'critical' })],
      'Disk (2)',
    ],
    ['alerts without labels are counted', [alert({}), alert({})], '2 alerts'],
    [
      'only those that fire are told',
      [
        disk({ instance: 'a' }),
        alert({ alertname: 'Disk', instance: 'b' }, { status: 'resolved' }),
        disk({ instance: 'c' }),
      ],
      'Disk (2): a, c',
    ],
    [
      'one that fires has a title of its own',
      [disk({ instance: 'a' }), alert({}, { status: 'resolved' })],
      undefined,
    ],
    [
      'a summary that fits all of them is better',
      [
        alert({ instance: 'a' }, { summary: 'Same' }),
        alert({ instance: 'b' }, { summary: 'Same' }),
      ],
      undefined,
    ],
  ])('%s', (_what, alerts, title) => {
    expect(groupOf(...alerts)).toEqual(
      expect.objectContaining(title === undefined ? { firing: expect.any(String) } : { title }),
    );
    if (title === undefined) expect(groupOf(...alerts)).not.toHaveProperty('title');
  });

  test('a title stays short, and the rest is counted', () => {
    const alerts = Array.from({ length: 300 }, (_, index) =>
      disk({ instance: `${index}-${'x'.repeat(500)}` }),
    );
    const group = groupOf(...alerts) as { title: string; firing: string };
    expect(group.title).toMatch(/^Disk \(300\): 0-x+…, 1-x+…, 2-x+… and 297 more$/);
    expect(group.title.length).toBeLessThan(400);
    expect(group.firing).toMatch(/^300 of 300: .* and 280 more$/);
  });

  test('a list that was cut off is not said to be whole', () => {
    const alerts = [disk({ instance: 'a' }), disk({ instance: 'b' })];
    expect(run('alert-group', { jsonBody: { alerts, truncatedAlerts: 9 } }).alertGroup).toEqual({
      title: 'Disk (2 or more): a, b',
      firing: '2 of 2 or more: a, b',
    });
  });

  test('one alert is told by the name that people know', () => {
    expect(groupOf(disk({ zone: 'z', instance: 'a' }))).toEqual({ firing: '1 of 1: a' });
    expect(groupOf(alert({ instance: 'a' }, { status: 'resolved' }))).toEqual({
      firing: 'none of 1',
    });
  });

  test.each<[string, Payload]>([
    ['text', { textBody: 'alerts' }],
    ['no list', { jsonBody: { alerts: 'many' } }],
    ['an empty list', { jsonBody: { alerts: [] } }],
    ['a list of texts', { jsonBody: { alerts: ['a'] } }],
    ['the old format of Grafana', { jsonBody: { ruleId: 7, state: 'alerting' } }],
  ])('%s stays as it is', (_what, payload) => {
    expect(run('alert-group', payload)).toBe(payload);
  });

  test('odd values are survived', () => {
    const alerts = [
      { status: 'firing', labels: { instance: { a: 1 }, b: null } },
      { status: 'firing', labels: 'x' },
      { status: 5 },
    ];
    expect(run('alert-group', { jsonBody: { alerts } } as Payload).alertGroup).toEqual({
      title: '2 alerts',
      firing: '2 of 3',
    });
  });

  test('what holds for all alerts together is not said of one of them', () => {
    const payload = run('alert-group', {
      jsonBody: { alerts: [disk({ instance: 'a' }), disk({ instance: 'b' })] },
    });
    const split = { path: 'jsonBody.alerts', lift: {}, always: false };
    for (const one of splitPayload({ split }, payload))
      expect(one).not.toHaveProperty('alertGroup');
  });
});
