import { expect, test } from 'vitest';
import { nearest } from '../../../cdktf-provider/runtime/nearest.ts';

const words = ['PrometheusAlertmanager', 'Datadog', 'Critical', 'Open', 'all', 'any'];

test.each([
  ['PromethusAlertmanager', 'PrometheusAlertmanager'],
  ['datadog', 'Datadog'],
  ['Critcal', 'Critical'],
  ['opne', 'Open'],
  ['Datadgo', 'Datadog'],
  ['nepo', undefined],
  ['opn', 'Open'],
  ['Nagios', undefined],
  ['', undefined],
])('%s is taken for %s', (typed, meant) => {
  expect(nearest(words, typed)).toBe(meant);
});
