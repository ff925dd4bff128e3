/** Why somebody may not, or cannot: people, roles, keys, groups, accounts and signing in. */
export const access = {} as const;
