import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toolOf } from '../../src/outbound/tools/index.ts';
import { outboundTypes } from '../../src/outbound/types.ts';

interface Member {
  'x-reference-types'?: string[];
  allOf?: { $ref: string }[];
}

const { components } = JSON.parse(readFileSync('openapi/bundled/public-v1.json', 'utf8')) as {
  components: { schemas: Record<string, Member & { properties?: Record<string, Member> }> };
};
const { NoticeOutboundIntegrationIds: told } = components.schemas;

it('the document says which types can be told what is about no incident', () => {
  const able = outboundTypes.filter(({ id }) => toolOf(id).notify).map(({ id }) => id);
  expect(told?.['x-reference-types']).toEqual(able);
  expect(able.length).toBeLessThan(outboundTypes.length);
});

it('each member that names such integrations says so', () => {
  const members = Object.values(components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties).filter(([name]) => name === 'noticeOutboundIntegrationIds'),
  );
  expect(members.length).toBeGreaterThan(4);
  for (const [, { allOf }] of members)
    expect(allOf).toEqual([{ $ref: '#/components/schemas/NoticeOutboundIntegrationIds' }]);
});
