import { describe, expect, it } from 'vitest';
import {
  evaluateMapping,
  evaluateMappingWithPrevious,
  type IncidentKey,
  type MappingAttribute,
  type PreviousIncident,
} from '../../src/mapping/index.ts';
import { attribute, programOf, required, valueIn } from './evaluate-support.ts';

const previous: PreviousIncident = {
  title: 'Old title',
  attributes: [
    { name: 'Count', value: '3' },
    { name: 'Host', value: 'web-1' },
  ],
};

async function evaluateTwice(
  attributes: MappingAttribute[],
  jsonBody = {},
  found: PreviousIncident | null = previous,
) {
  const asked: IncidentKey[] = [];
  const program = programOf({ attributes: [...required, ...attributes] });
  const evaluation = await evaluateMappingWithPrevious(
    program,
    { payload: { jsonBody }, integrationName: 'Probe' },
    async (key) => {
      asked.push(key);
      return found;
    },
  );
  return { evaluation, asked, program };
}

const history = attribute('History', [
  {
    static:
      '{{ previousIncident.Count }} on {{ PREVIOUSINCIDENT.host }}, was {{ previousIncident.Title }}',
  },
]);
const id = attribute('CorrelationId', [{ jsonPath: '$.jsonBody.id' }]);

describe('previousIncident', () => {
  it('is looked up by the CorrelationId, even one that comes later in the list, and substituted', async () => {
    const { evaluation, asked } = await evaluateTwice([history, id], { id: 'i-1' });
    expect(asked).toEqual([{ correlationId: 'i-1', groupingKey: null }]);
    expect(valueIn(evaluation, 'History')).toBe('3 on web-1, was Old title');
    expect(evaluation.correlationId).toBe('i-1');
  });

  it('reads as empty when there is no such incident or attribute', async () => {
    const { evaluation } = await evaluateTwice([history, id], { id: 'i-1' }, null);
    expect(valueIn(evaluation, 'History')).toBe(' on , was ');
    const { evaluation: other } = await evaluateTwice([
      attribute('A', [{ static: '[{{ previousIncident.Nope }}]' }]),
    ]);
    expect(valueIn(other, 'A')).toBe('[]');
  });

  it('asks with the grouping key', async () => {
    const { evaluation, asked } = await evaluateTwice([
      history,
      attribute('G', [{ static: 'g' }], { isGroupingKey: true }),
    ]);
    expect(asked).toEqual([
      { correlationId: evaluation.correlationId, groupingKey: evaluation.groupingKey },
    ]);
    expect(evaluation.groupingKey).toMatch(/./);
  });

  it('stays out of the hash, so that the next payload finds the same incident', async () => {
    const host = attribute('Host', [{ static: 'h' }]);
    const one = await evaluateTwice([host, history]);
    const two = await evaluateTwice(
      [host, history],
      {},
      { title: 'x', attributes: [{ name: 'Count', value: '4' }] },
    );
    expect(one.evaluation.correlationId).toBe(two.evaluation.correlationId);
    expect(one.asked[0]?.correlationId).toBe(one.evaluation.correlationId);
  });

  it('reaches attributes that use an attribute that uses it', async () => {
    const { evaluation } = await evaluateTwice([
      attribute('A', [{ static: '{{ previousIncident.Count }}' }]),
      attribute('B', [{ static: '<{{ currentIncident.A }}>' }]),
    ]);
    expect(valueIn(evaluation, 'B')).toBe('<3>');
  });

  it('may decide over severity and discard', async () => {
    const { evaluation } = await evaluateTwice(
      [attribute('Discard', [{ static: '{{ previousIncident.Muted }}' }]), id],
      { id: 'i' },
      { title: 't', attributes: [{ name: 'muted', value: 'true' }] },
    );
    expect(evaluation).toMatchObject({ outcome: 'Discarded', correlationId: null });
  });

  it('is not asked for when the payload is discarded without it', async () => {
    const { evaluation, asked } = await evaluateTwice([
      attribute('Discard', [{ static: 'True' }]),
      history,
    ]);
    expect(evaluation.outcome).toBe('Discarded');
    expect(asked).toEqual([]);
  });

  it('is not asked for by a mapping that does not mention it, even if a payload does', async () => {
    const { evaluation, asked, program } = await evaluateTwice(
      [attribute('A', [{ jsonPath: '$.jsonBody.a' }])],
      {
        a: '<{{ previousIncident.Title }}>',
      },
    );
    expect(program.usesPreviousIncident).toBe(false);
    expect(asked).toEqual([]);
    expect(valueIn(evaluation, 'A')).toBe('<>');
  });

  it('is not given to a payload that asks for it in an attribute whose author did not', async () => {
    const { evaluation } = await evaluateTwice(
      [attribute('A', [{ jsonPath: '$.jsonBody.a' }]), history],
      {
        a: '<{{ previousIncident.Title }}>',
      },
    );
    expect(valueIn(evaluation, 'A')).toBe('<>');
  });

  it('the synchronous evaluation reads it as empty', () => {
    const program = programOf({ attributes: [...required, history] });
    expect(
      valueIn(evaluateMapping(program, { payload: {}, integrationName: 'P' }), 'History'),
    ).toBe(' on , was ');
  });

  it('runs the steps of the first pass once', async () => {
    const program = programOf({
      attributes: [...required, attribute('A', [{ jsonPath: '$.jsonBody.a' }]), history],
    });
    const evaluation = await evaluateMappingWithPrevious(
      program,
      { payload: { jsonBody: { a: 'x' } }, integrationName: 'P', trace: true },
      async () => previous,
    );
    expect(
      evaluation.trace.filter(({ attribute: name, step }) => name === 'A' && step === 0),
    ).toHaveLength(1);
  });
});
