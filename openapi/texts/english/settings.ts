/** What is wrong with settings: integrations, on-call, silences, status pages. */
export const settings = {} as const;
