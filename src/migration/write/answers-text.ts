import type { Question } from '../model/importer.ts';

/** By id of the question. */
export type Answers = ReadonlyMap<string, string>;

export const answersFile = 'answers.yaml';

/** Every question with its answer, so that the next run asks nothing and gives the same. */
export function answersText(questions: readonly Question[], answers: Answers): string {
  const lines = questions
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((question) => {
      const { id, usual } = question;
      const answer = answers.get(id) ?? usual ?? '';
      return `${answerComment(question)}${JSON.stringify(id)}: ${JSON.stringify(answer)}\n`;
    });
  return `# Answers of tocsin import. Change them and run it again.\n\n${lines.join('\n')}`;
}

/** The line above an answer. */
export function answerComment({ text, choices }: Question): string {
  return `# ${text.replaceAll(/\s+/g, ' ')}${choices ? ` One of: ${choices.join(', ')}.` : ''}\n`;
}
