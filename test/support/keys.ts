import { randomUUID } from 'node:crypto';
import { type ApiKeyWire, createApiKey, type KeyScope } from '../../src/identity/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import type { ApiClient } from './api-client.ts';
import type { TestApp } from './app.ts';

export interface KeyOptions {
  organizationId?: string;
  /** A personal key of this user. */
  userId?: string;
  teamIds?: string[];
  scopes?: KeyScope[];
  expiresAt?: string;
  /** A key of an agent with these rights. */
  agent?: NonNullable<ApiKeyWire['agent']>;
}

/** A new key, as the operator would make one: without anybody's rights in the way. */
export async function makeKey(server: TestApp, options: KeyOptions = {}): Promise<string> {
  const ctx = systemContext(server.app.world, options.organizationId ?? server.organizationId);
  const { key } = await createApiKey(ctx, null, {
    displayName: `Key ${randomUUID()}`,
    kind: options.agent ? 'agent' : options.userId ? 'personal' : 'organization',
    userId: options.userId ?? null,
    teamIds: options.teamIds ?? null,
    scopes: options.scopes ?? null,
    expiresAt: options.expiresAt ?? null,
    agent: options.agent ?? null,
  });
  return key;
}

export interface TestOrganization {
  id: string;
  key: string;
  api: ApiClient;
}

/** Another organization with a key that is allowed everything in it. */
export async function makeOrganization(
  server: TestApp,
  displayName: string = randomUUID(),
): Promise<TestOrganization> {
  const id = await server.api.make('/organizations', { displayName });
  const key = await makeKey(server, { organizationId: id });
  return { id, key, api: server.as(key) };
}

export interface PersonOptions {
  organizationRole?: 'Member' | 'Administrator' | 'Owner';
  /** Roles by team. */
  teams?: Record<string, 'Member' | 'Administrator'>;
}

/** A person with roles, and the API with a personal key of theirs. */
export async function makePerson(
  server: TestApp,
  { organizationRole, teams = {} }: PersonOptions,
): Promise<{ id: string; key: string; api: ApiClient }> {
  const { api } = server;
  const id = await api.make('/user', { email: `${randomUUID()}@example.com` });
  if (organizationRole)
    await api.make('/organization-membership', { userId: id, role: organizationRole });
  for (const [teamId, role] of Object.entries(teams))
    await api.make('/team-membership', { userId: id, teamId, role });
  const key = await makeKey(server, { userId: id });
  return { id, key, api: server.as(key) };
}
