import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CORE_SCHEMA, load } from 'js-yaml';
import { isObject } from '../kernel/index.ts';
import { type Answers, answerComment, type Question } from '../migration/index.ts';

/** None where there is no file, unless somebody named it. Throws with what is wrong. */
export async function readAnswers(file: string, isNamed: boolean): Promise<Answers> {
  if (!isNamed && !existsSync(file)) return new Map();
  const parsed = load(await readFile(file, 'utf8'), { schema: CORE_SCHEMA }) ?? {};
  if (!isObject(parsed)) throw new Error(`${file} has no lines such as "severity:P1": Critical.`);
  return new Map(
    Object.entries(parsed).map(([id, answer]) => {
      if (answer === null || typeof answer === 'object')
        throw new Error(`${file}: ${id} needs one word or text as its answer.`);
      return [id, String(answer)];
    }),
  );
}

/** Asks what has no answer yet, where somebody can be asked; says whether there are new answers. */
export async function askOpen(
  questions: readonly Question[],
  answers: Map<string, string>,
  ask: (question: string) => Promise<string | null>,
): Promise<boolean> {
  let isNew = false;
  for (const question of questions) {
    if (isAnswered(question, answers)) continue;
    const answer = await askOne(question, ask);
    if (answer === null) return isNew;
    answers.set(question.id, answer);
    isNew = true;
  }
  return isNew;
}

async function askOne(
  { text, choices, usual }: Question,
  ask: (question: string) => Promise<string | null>,
): Promise<string | null> {
  const among = choices ? ` (${choices.join(', ')})` : '';
  for (;;) {
    const given = await ask(`${text}${among}${usual === null ? '' : ` [${usual}]`}: `);
    if (given === null) return null;
    const answer = given.trim() || usual;
    if (answer !== null && answer !== '' && (choices?.includes(answer) ?? true)) return answer;
  }
}

function isAnswered({ id, choices }: Question, answers: Answers): boolean {
  const answer = answers.get(id);
  return answer !== undefined && (choices?.includes(answer) ?? true);
}

/** Nobody can be asked: which lines are lacking in which file. */
export function whatToAnswer(
  questions: readonly Question[],
  answers: Answers,
  file: string,
): string {
  const lines = questions.map((question) => {
    const wrong = answers.get(question.id);
    const why = wrong === undefined ? '' : `# ${JSON.stringify(wrong)} is none of them.\n`;
    return `${answerComment(question)}${why}${JSON.stringify(question.id)}: ${JSON.stringify(question.usual ?? '')}`;
  });
  return [`Write these answers to ${file} and run this again:`, '', ...lines].join('\n');
}
