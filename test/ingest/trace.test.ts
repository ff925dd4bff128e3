import { describe, expect, it } from 'vitest';
import { packTraces, unpackTraces } from '../../src/ingest/trace.ts';
import { say } from '../../src/sentences/index.ts';

describe('stored traces', () => {
  it('come back as they were', () => {
    const traces = [
      [
        {
          attribute: 'Status',
          step: 0,
          evaluation: 'jsonPath' as const,
          result: 'firing',
          microseconds: 1.5,
        },
        {
          attribute: 'Status',
          step: 1,
          evaluation: 'map' as const,
          reason: 'no-match' as const,
          detail: say('fallbackTaken'),
        },
        { attribute: 'CorrelationId', step: null, evaluation: 'correlation' as const },
      ],
      [],
    ];
    expect(unpackTraces(packTraces(traces))).toEqual(traces);
  });

  it('shorten long results and, of very many alerts, leave the last ones out', () => {
    const line = {
      attribute: 'A',
      step: 0,
      evaluation: 'static' as const,
      result: 'x'.repeat(500),
    };
    const unpacked = unpackTraces(packTraces(Array.from({ length: 20_000 }, () => [line])));
    expect(unpacked).toHaveLength(20_000);
    expect(unpacked[0]?.[0]?.result).toBe(`${'x'.repeat(200)}…`);
    expect(unpacked.at(-1)).toEqual([]);
    expect(packTraces(Array.from({ length: 20_000 }, () => [line])).length).toBeLessThan(1_200_000);
  });
});
