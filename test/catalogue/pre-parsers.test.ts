import { expect, test } from 'vitest';
import { type Payload, type PreParserName, preParse } from '../../src/catalogue/index.ts';

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
