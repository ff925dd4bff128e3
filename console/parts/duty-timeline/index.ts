import { later } from '../later/index.ts';

export { type Chosen, DutyBoard } from './duty-board.tsx';
export { DutyTimeline } from './duty-timeline.tsx';
export { dayName, shortMoment } from './format.ts';
export { type People, usePeople } from './people.ts';
export {
  type Bar,
  barsOf,
  type Grouping,
  lanesOf,
  type Row,
  type TimelineTeam,
  type TimelineUser,
} from './rows.ts';

/** The same in words; few look at it. */
export const DutyList = later(() => import('./duty-list.tsx'));
