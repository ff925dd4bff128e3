/** Half-hour changes, changes at midnight, a day that was skipped, changes for a month, and none. */
export const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Chatham',
] as const;
