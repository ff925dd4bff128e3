import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../console/api/problem.ts';
import { problemIn } from '../../console/api/problem-in.ts';
import { problems as german } from '../../openapi/texts/german/problems.ts';
import { inGerman } from '../../openapi/texts/in-german.ts';
import { problems } from '../../src/kernel/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

/** Why a request was refused, as pages say it to people who read German. */

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

async function refused(path: string, body: object): Promise<Problem> {
  const { status, body: problem } = await server.api.post(path, body);
  expect(status).toBeGreaterThanOrEqual(400);
  return problem as unknown as Problem;
}

describe('a problem', () => {
  it('has a German title, whichever it is', () => {
    for (const { title } of Object.values(problems)) expect(german).toHaveProperty(title);
  });

  it('says of each member what is wrong with it', async () => {
    const problem = await refused('/team', {
      displayName: '',
      labels: 7,
      incidentEngagementReportSettings: { dayOfWeek: 'never' },
    });
    expect(problem.errors).toMatchObject({
      displayName: ['needs 1 or more characters'],
      labels: ['must be array'],
    });
    const shown = problemIn(inGerman, problem);
    expect(shown.title).toBe('Die Angaben sind nicht gültig');
    expect(problem.detail).toMatch(/(^|; )displayName: needs 1 or more characters(; |$)/);
    expect(shown.detail).toMatch(/(^|; )displayName: braucht mindestens 1 Zeichen(; |$)/);
    expect(shown.errors).toMatchObject({
      displayName: ['braucht mindestens 1 Zeichen'],
      labels: ['muss vom Typ array sein'],
    });
    expect(Object.keys(shown.errors ?? {})).toEqual(Object.keys(problem.errors ?? {}));
  });

  it('says that a member is missing, or a moment does not exist', async () => {
    const missing = problemIn(inGerman, await refused('/team', {}));
    expect(missing.errors).toEqual({ displayName: ['ist erforderlich'] });
  });

  it('names what is not there', async () => {
    const { body } = await server.api.get(`/team/${crypto.randomUUID()}`);
    expect(problemIn(inGerman, body as unknown as Problem)).toMatchObject({
      title: 'Nicht gefunden',
      detail: expect.stringMatching(/^In dieser Organisation gibt es nichts mit der Id /),
    });
  });

  it('stays as it is where it has no code, or one of a later version', () => {
    const problem = {
      type: '',
      title: 'Odd',
      status: 400,
      code: 'odd',
      traceId: '',
      detail: 'No.',
    };
    expect(problemIn(inGerman, problem)).toEqual(problem);
    // as never: a later version's.
    const later = { code: 'ofLaterVersion', values: {} } as never;
    expect(
      problemIn(inGerman, { ...problem, titleSentence: later, detailSentence: later }).detail,
    ).toBe('No.');
    const errors = { name: ['must rhyme'] };
    expect(
      problemIn(inGerman, { ...problem, errors, errorSentences: { name: [later] } }).errors,
    ).toEqual(errors);
  });
});

/** Texts that other products' protocols want in English, which programs read. */
const forPrograms = /surfaces\/webhook\/dialects\//;

it('no text of ours is passed off as the words of somebody else', () => {
  // `AppError` and its like take sentences only: what remains is a text in `words(…)`.
  for (const file of globSync('src/**/*.ts').filter((one) => !forPrograms.test(one)))
    expect(/\bwords\(\s*['"`]/.exec(readFileSync(file, 'utf8'))?.[0], file).toBeUndefined();
});
