import type { Setting } from '../kernel/index.ts';

/** Names of the variables of needed settings that are not set. */
export function missingVariables<Given extends object>(
  rows: { readonly [Name in keyof Given]: Setting<Given[Name]> },
  settings: Given,
  needed: readonly (keyof Given)[],
): string[] {
  return needed.filter((name) => settings[name] === undefined).map((name) => rows[name].env);
}
