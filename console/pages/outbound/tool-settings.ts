import { schemaNamed } from '../../../openapi/types/request-schemas.ts';

/** The member with the settings of a tool: `PagerDuty` → `pagerDutySettings`. */
export function settingsMemberOf(type: string): string | undefined {
  const name = `${type.charAt(0).toLowerCase()}${type.slice(1)}Settings`;
  return members().includes(name) ? name : undefined;
}

/** Members that every tool has. */
export function sharedMembers(): string[] {
  return members().filter(
    (name) => !name.endsWith('Settings') || name.startsWith('teamConnection'),
  );
}

function members(): string[] {
  return Object.keys(schemaNamed('OutboundIntegrationInput').properties ?? {});
}
