import { serveWork } from '../../../kernel/index.ts';
import { readAnswer } from './read-answer.ts';

/** The thread that reads answers; see `answers.ts`. */

serveWork(readAnswer);
