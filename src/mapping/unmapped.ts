import type { Evaluation, MappedAttribute } from './types.ts';

/** The evaluation of an alert that no mapping has read. */
export const unmapped: Omit<Evaluation, 'outcome'> = {
  status: null,
  severity: null,
  title: null,
  correlationId: null,
  attributes: [],
  groupingKey: null,
  groupingWindowInSeconds: null,
  failure: null,
  trace: [],
};

/** An attribute as it came, without anything that a mapping may say of it. */
export function plainAttribute({
  name,
  value,
}: Pick<MappedAttribute, 'name' | 'value'>): MappedAttribute {
  return { name, value, isImage: false, hideInPreviews: false, isGroupingKey: false };
}
