/** A condition of PagerDuty's condition language (PCL): https://developer.pagerduty.com/docs/pcl-overview */
export type Expression =
  | { is: 'and' | 'or'; parts: readonly Expression[] }
  | { is: 'not'; of: Expression }
  | { is: 'constant'; value: boolean }
  | Atom;

/** A condition that is true or false by itself. */
export type Atom =
  | {
      is: 'matches';
      path: Path;
      how: 'whole' | 'part' | 'regex';
      value: string;
      /** Letters in another case are others. */
      exactly: boolean;
    }
  | { is: 'equals'; path: Path; value: string | number | boolean | null }
  | { is: 'compares'; path: Path; operator: Order; value: number }
  | { is: 'exists'; path: Path }
  | { is: 'hours'; hours: Hours }
  /** Now, compared with a moment. */
  | { is: 'moment'; operator: Order; at: string; zone: string }
  /** How many events the rule had lately, with this one. */
  | { is: 'count'; seconds: number; operator: Order; count: number };

/** Names and indices, from `event`, `raw_event` or `variables` on. */
export type Path = readonly (string | number)[];

export type Order = '>' | '>=' | '<' | '<=';

/** A window that begins on these days; it ends on the next one where it does not end later than it begins. */
export interface Hours {
  /** As PagerDuty writes them, such as `Mon`. */
  days: readonly string[];
  /** `HH:mm:ss`. */
  from: string;
  until: string;
  zone: string;
}

/** As people write it. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[A-Za-z_]\w*$/.test(step)) return `['${step}']`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}
