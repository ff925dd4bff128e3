export { DutyList } from './duty-list.tsx';
export { type Chosen, DutyTimeline } from './duty-timeline.tsx';
export { dayName, shortMoment } from './format.ts';
export { type People, usePeople } from './people.ts';
export { type Bar, barsOf, type Grouping, type TimelineTeam, type TimelineUser } from './rows.ts';
