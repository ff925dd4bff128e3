/** The catalogue with its samples, evaluated as the server evaluates them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import {
  type IntegrationType,
  loadCatalogue,
  type Payload,
  preParse,
  splitPayload,
} from '../../src/catalogue/index.ts';
import {
  compileMapping,
  type Evaluation,
  evaluateMapping,
  loadXPath,
  type MappingProgram,
} from '../../src/mapping/index.ts';
import { type SampleRequest, wrapSample } from './wrap-sample.ts';

export interface Sample {
  request: SampleRequest;
  expect: {
    outcome: Evaluation['outcome'];
    severity?: string;
    title?: string;
    correlationId?: string;
    attributes?: Record<string, string>;
    /** What comes of the other problems of a body that is always split. */
    others?: Omit<Sample['expect'], 'others'>[];
  };
}

export interface Template {
  type: IntegrationType;
  program: MappingProgram;
  samples: [name: string, sample: Sample][];
  /** What a request makes of an integration without settings: one evaluation, or one per problem. */
  receive(request: SampleRequest): Promise<Evaluation[]>;
  /** The same for a body that is wrapped already. */
  evaluate(payload: Payload): Evaluation[];
}

export const projectRoot = join(import.meta.dirname, '../..');
export const integrationName = 'The integration';
const directory = join(projectRoot, 'templates');

export async function loadTemplates(): Promise<Template[]> {
  await loadXPath();
  const { types } = await loadCatalogue(directory);
  return types.map((type) => {
    const program = compile(type);
    const evaluate = (payload: Payload) => {
      const parsed = preParse(type, payload);
      const payloads = type.split?.always ? splitPayload(type, parsed) : [parsed];
      return payloads.map((one) => evaluateMapping(program, { payload: one, integrationName }));
    };
    return {
      type,
      program,
      samples: readSamples(type),
      evaluate,
      receive: async (request) => evaluate(await wrapSample(type, request)),
    };
  });
}

function readSamples(type: IntegrationType): [string, Sample][] {
  const folder = join(directory, type.id, 'samples');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => [
      file.slice(0, -'.yaml'.length),
      load(readFileSync(join(folder, file), 'utf8')) as Sample,
    ]);
}

function compile(type: IntegrationType): MappingProgram {
  const compiled = compileMapping(type.mapping);
  if (!compiled.ok) throw new Error(`${type.id}: ${JSON.stringify(compiled.errors)}`);
  if (compiled.program.warnings.length > 0) {
    throw new Error(`${type.id}: ${JSON.stringify(compiled.program.warnings)}`);
  }
  return compiled.program;
}
