import { expect, it } from 'vitest';
import { possibleSeverities } from '../../src/mapping/index.ts';

const severity = (...mappings: object[]) => ({ name: 'Severity', mappings });

it('a mapping can give what its last steps say, and a Warning where it cannot be read', () => {
  const of = (...attributes: ReturnType<typeof severity>[]) => possibleSeverities({ attributes });
  const map = (text: string) => severity({ jsonPath: '$.a' }, { map: text });
  expect(of(map('P1->Warning,P2->minor'))).toEqual(['Minor', 'Warning']);
  expect(of(map('P1->Critical,->Minor'))).toEqual(['Minor', 'Warning', 'Critical']);
  expect(of(map('P1->high'))).toEqual(['Warning']);
  expect(of(severity({ static: 'Critical' }))).toEqual(['Warning', 'Critical']);
  expect(of(map('P1->Minor'), severity({ static: 'Critical' }))).toHaveLength(3);
  expect(of(severity({ jsonPath: '$.severity' }))).toHaveLength(3);
  expect(of(severity({ map: 'a->Minor' }, { regex: '.*' }))).toHaveLength(3);
  expect(of(severity({ static: '{{ previousIncident.Severity }}' }))).toHaveLength(3);
  expect(of({ name: 'Host', mappings: [{ static: 'Critical' }] })).toEqual(['Warning']);
});
