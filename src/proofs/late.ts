/** A look at an incident is late by up to this much. */
export const lateSeconds = 30;

/** Decisions compare with a moment that is later by so little: whoever is nowhere is looked for again after it. */
export const lateOffsets = [1000, lateSeconds * 1000];
