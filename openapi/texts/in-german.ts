import { german } from './german/index.ts';
import { germanWording } from './german-wording.ts';
import type { Wording } from './render.ts';

export const inGerman: Wording = { ...germanWording, texts: german };
