import { exportSchema } from '../export/schema.ts';
import type { WireShapes } from '../rest/resolved.ts';
import type { AttributePath } from './places.ts';

/** As Terraform calls a part of an object that the server calls `escalationTiers[1].schedules`. */
export function attributePath(address: string, member: string): AttributePath {
  const type = /(?:^|\.)(?:tocsin|allquiet)_(\w+)\.[^.]+$/.exec(address)?.[1] ?? '';
  let shapes: WireShapes | undefined = exportSchema[`tocsin_${type}`]?.attributes;
  return (member.match(/[^.[\]]+/g) ?? []).map((step) => {
    if (/^\d+$/.test(step)) return Number(step);
    const [name, shape] =
      Object.entries(shapes ?? {}).find(([, { wire }]) => wire === step) ?? ([] as const);
    shapes = shape?.nested?.attributes;
    return name ?? step.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  });
}

/** `rules[0].actions.assign_to_teams[1]` */
export function attributeText(path: AttributePath): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join('');
}
