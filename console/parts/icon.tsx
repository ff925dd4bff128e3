/** Lines in a square of 24, drawn for this program: one look, and no library of thousands. */
const shapes = {
  alert: 'M12 4 3 20h18L12 4Zm0 6v4m0 3v.01',
  phone: 'M6 3h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2Z',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5l3 3',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  plug: 'M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0V8Zm6 9v4',
  split: 'M4 12h6m0 0 4-6h6m-10 6 4 6h6m-3-15 3 3-3 3m0 6 3 3-3 3',
  send: 'M4 12 20 4l-5 16-4-6-7-2Zm7 2 9-10',
  chart: 'M4 4v16h16M8 16v-4m4 4V8m4 8v-6',
  layers: 'm12 4 9 5-9 5-9-5 9-5Zm-9 9 9 5 9-5',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-9 9h18M12 3c3 2.5 3 15.5 0 18m0-18c-3 2.5-3 15.5 0 18',
  book: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3V4Zm0 13a3 3 0 0 1 3-3h11M9 8h6',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm-1.5-6h3l.6 2.6 2 .9 2.4-1.2 2 2.2-1.4 2.2.7 2.1 2.5.8v2.9l-2.6.7-.8 2 1.3 2.3-2.1 2.1-2.3-1.3-2 .8-.8 2.6h-2.9l-.7-2.6-2-.8-2.4 1.3-2-2.1 1.3-2.4-.9-2-2.5-.7v-3l2.6-.7.8-2-1.3-2.3L5 5.3l2.4 1.2 2-.9.6-2.6Z',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21a8 8 0 0 1 16 0',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm5 11.5L20 20',
  check: 'm5 12 5 5 9-10',
  cross: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  up: 'm6 15 6-6 6 6',
  down: 'm6 9 6 6 6-6',
  left: 'm15 6-6 6 6 6',
  right: 'm9 6 6 6-6 6',
  refresh: 'M20 5v5h-5M4 19v-5h5M19 10a7.5 7.5 0 0 0-13-3.5M5 14a7.5 7.5 0 0 0 13 3.5',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4l2-2Zm4 5h4',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5m-2.5-13-3 16',
  lock: 'M6 11h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  download: 'M12 4v11m-5-4 5 5 5-5M4 20h16',
  upload: 'M12 16V5m-5 4 5-5 5 5M4 20h16',
  copy: 'M9 9h11v11H9V9Zm-4 6H4V4h11v1',
  play: 'M7 4v16l13-8L7 4Z',
  calendar: 'M4 6h16v14H4V6Zm0 4h16M8 3v4m8-4v4',
  shield: 'M12 3 4 6v6c0 5 3.5 8 8 9 4.5-1 8-4 8-9V6l-8-3Z',
  message: 'M4 5h16v11H9l-5 4V5Z',
  moon: 'M19 14.5A8 8 0 0 1 9.5 5 8 8 0 1 0 19 14.5Z',
  handOver: 'M4 8h14m-4-4 4 4-4 4M20 16H6m4-4-4 4 4 4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
} as const;

export type IconName = keyof typeof shapes;

/** Decoration: what it means also stands beside it, or in the label of its button. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
