/**
 * How a form says what the document says to programs: German where the English of the document also suits people, both
 * where it does not, and null for what concerns programs only. By the sentence of the document, so that one which
 * changes asks for a new translation.
 */
export type Wording = string | { en: string; de: string } | null;

export type Wordings = Readonly<Record<string, Wording>>;
