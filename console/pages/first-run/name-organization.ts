import { asSeen } from '../../api/as-seen.ts';
import { changePresent } from '../../api/change-present.ts';
import { publicApi } from '../../api/client.ts';

/** The server's name for an organization that nobody has named yet. */
export const unnamed = 'Default';

/** Names the organization, unless somebody has done it meanwhile. */
export async function nameOrganization(id: string, displayName: string): Promise<void> {
  const params = { path: { id } };
  await changePresent(
    async () => {
      const { data, error } = await publicApi.GET('/organizations/{id}', { params });
      if (error) throw error;
      return data;
    },
    async (present) => {
      if (present.displayName !== unnamed) return;
      const { error } = await publicApi.PUT('/organizations/{id}', {
        params: { ...params, header: asSeen(present) },
        body: { displayName, rootOrganizationId: present.rootOrganizationId },
      });
      if (error) throw error;
    },
  );
}
