import { readPath, withPath } from './dot-path.ts';
import type { IntegrationType, Payload } from './types.ts';

/**
 * One payload per alert. The array is cut down to the one alert and the type's `lift` paths are overwritten from it,
 * so that the same mapping that reads a group reads a single alert. A path the alert lacks keeps the group's value.
 * What a pre-parser says of all alerts together (`alertGroup`) holds for none of them alone, so it is left out.
 * A type without `split`, and a payload without the array or with an empty one, comes back as it is.
 */
export function splitPayload(type: Pick<IntegrationType, 'split'>, payload: Payload): Payload[] {
  if (type.split === null) return [payload];
  const { path, lift } = type.split;
  const alerts = readPath(payload, path);
  if (!Array.isArray(alerts) || alerts.length === 0) return [payload];
  const { alertGroup: _ofAll, ...rest } = payload;
  return alerts.map((alert) => {
    let single = withPath(rest, path, [alert]);
    for (const [target, source] of Object.entries(lift)) {
      const value = readPath(alert, source);
      if (value !== undefined) single = withPath(single, target, value);
    }
    return single;
  });
}
