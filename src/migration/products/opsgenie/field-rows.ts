import type { Field } from '../../model/fields.ts';

export const sameAs = (kind: string) => `The same is in ${kind}.`;
export const web = 'An id or address of that product, which is of no use elsewhere.';

export const filter = (at: string, to: string): Field[] => [
  { from: `${at}/type`, to },
  { from: `${at}/conditionMatchType`, to },
  { from: `${at}/conditions/*/field`, to },
  { from: `${at}/conditions/*/key`, to },
  { from: `${at}/conditions/*/not`, to },
  { from: `${at}/conditions/*/operation`, to },
  { from: `${at}/conditions/*/expectedValue`, to },
  { from: `${at}/conditions/*/order`, noise: 'All conditions are looked at, in any order.' },
];

export const hours = (at: string, to: string): Field[] => [
  { from: `${at}/type`, to },
  ...['Hour', 'Min'].flatMap((unit): Field[] => [
    { from: `${at}/restriction/start${unit}`, to },
    { from: `${at}/restriction/end${unit}`, to },
  ]),
  ...['Day', 'Hour', 'Min'].flatMap((unit): Field[] => [
    { from: `${at}/restrictions/*/start${unit}`, to },
    { from: `${at}/restrictions/*/end${unit}`, to },
  ]),
];

export const reference = (at: string, to: string): Field[] =>
  ['id', 'name', 'username', 'type'].map((member) => ({ from: `${at}/${member}`, to }));

/** The rows of a member that is always a person. */
export const person = (at: string, to: string): Field[] => [
  ...['id', 'name', 'username'].map((member): Field => ({ from: `${at}/${member}`, to })),
  { from: `${at}/type`, noise: 'Always a user.' },
];

export const owner = (to: string): Field[] => [
  { from: '/ownerTeam/id', to },
  { from: '/ownerTeam/name', to },
];
