import { expect, test } from 'vitest';
import { splitPayload } from '../../src/catalogue/index.ts';

function typeWithSplit(split: { path: string; lift: Record<string, string> } | null) {
  return { split: split && { ...split, always: false } };
}

const alertmanager = typeWithSplit({
  path: 'jsonBody.alerts',
  lift: {
    'jsonBody.status': 'status',
    'jsonBody.commonLabels': 'labels',
    'jsonBody.groupKey': 'id',
  },
});

test('each alert becomes a payload of its own with the group fields overwritten from it', () => {
  const payload = {
    method: 'POST',
    jsonBody: {
      status: 'firing',
      commonLabels: { a: '1' },
      groupKey: 'g',
      version: '4',
      alerts: [
        { status: 'resolved', labels: { a: '1', b: '2' }, id: 'f1' },
        { status: 'firing', labels: { a: '1', b: '3' } },
      ],
    },
  };
  const before = structuredClone(payload);
  expect(splitPayload(alertmanager, payload)).toEqual([
    {
      method: 'POST',
      jsonBody: {
        status: 'resolved',
        commonLabels: { a: '1', b: '2' },
        groupKey: 'f1',
        version: '4',
        alerts: [{ status: 'resolved', labels: { a: '1', b: '2' }, id: 'f1' }],
      },
    },
    {
      method: 'POST',
      jsonBody: {
        status: 'firing',
        commonLabels: { a: '1', b: '3' },
        groupKey: 'g',
        version: '4',
        alerts: [{ status: 'firing', labels: { a: '1', b: '3' } }],
      },
    },
  ]);
  expect(payload).toEqual(before);
});

test('the alert itself can take the place of the body', () => {
  const split = typeWithSplit({ path: 'jsonItems', lift: { jsonBody: '.' } });
  const [first, second] = splitPayload(split, {
    jsonBody: { a: 1 },
    jsonItems: [{ a: 1 }, { a: 2 }],
  });
  expect(first).toEqual({ jsonBody: { a: 1 }, jsonItems: [{ a: 1 }] });
  expect(second).toEqual({ jsonBody: { a: 2 }, jsonItems: [{ a: 2 }] });
});

test.each([
  ['no split', typeWithSplit(null), { jsonBody: { alerts: [1, 2] } }],
  ['no array', alertmanager, { jsonBody: { alerts: 'x' } }],
  ['no body', alertmanager, { textBody: 'x' }],
  ['an empty array', alertmanager, { jsonBody: { alerts: [] } }],
])('%s: the payload stays one', (_name, type, payload) => {
  expect(splitPayload(type, payload)).toEqual([payload]);
});

test('alerts that are not objects are split and lift nothing', () => {
  const [first] = splitPayload(alertmanager, {
    jsonBody: { status: 'firing', alerts: ['x', 'y'] },
  });
  expect(first).toEqual({ jsonBody: { status: 'firing', alerts: ['x'] } });
});
