import { organizationKind } from '../../../identity/index.ts';
import { html, nothing } from '../../../notifications/index.ts';
import { getResource } from '../../../resources/index.ts';
import { ownTeams } from '../operations/me.ts';
import { signedIn } from '../visitor.ts';
import { type Desk, type PageHandlers, textsFor } from './desk.ts';
import { button, form } from './page.ts';

export function homePages({ parts, show }: Desk): PageHandlers {
  return {
    async showHome(visitor) {
      const { active, ctx } = signedIn(parts.world, visitor);
      const { person, standing } = active;
      const t = textsFor(visitor);
      const [organization, teams] = await Promise.all([
        getResource(ctx, organizationKind, ctx.organizationId),
        ownTeams(ctx, person.id),
      ]);
      const title = t.homeTitle(person.displayName ?? person.email);
      const names = teams.map(({ displayName }) => displayName).join(', ');
      return show(visitor, {
        title,
        content: html`<div class="card"><h1>${title}</h1><p>${t.homeIn(organization.wire.displayName)}</p>
<dl><dt>${t.email}</dt><dd>${person.email}</dd><dt>${t.homeRole}</dt><dd>${t.roles[standing.organizationRole ?? 'none']}</dd>${names === '' ? nothing : html`<dt>${t.homeTeams}</dt><dd>${names}</dd>`}</dl>
<ul class="rows"><li><a href="/account">${t.accountLink}</a></li><li><a href="/api/public/swagger-ui/index.html">${t.apiDocumentation}</a></li></ul>
${form('/sign-out', button(t.signOut, 'secondary'))}</div>`,
      });
    },
  };
}
