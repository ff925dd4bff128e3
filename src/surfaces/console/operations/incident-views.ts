import type { OperationHandler } from '../../../http/index.ts';
import { deleteView, listSavedViews, type SavedView, saveView } from '../../../identity/index.ts';
import type { Parts } from '../parts.ts';
import type { Traits } from '../traits.ts';
import { signedIn, type Visitor } from '../visitor.ts';
import { bodyOf } from './me.ts';

type Handlers = Record<string, OperationHandler<Visitor, Traits>>;

/** Filters of the incident list that a person keeps, wherever they sign in. */
export function incidentViewOperations({ world }: Parts): Handlers {
  return {
    async listIncidentViews(visitor) {
      const { active, ctx } = signedIn(world, visitor);
      const views = await listSavedViews(ctx, active.session.userId);
      return { status: 200, body: { views: views.map(shown) } };
    },
    async saveIncidentView(visitor, request) {
      const { active, ctx } = signedIn(world, visitor);
      const { name, search } = bodyOf<{ name: string; search: string }>(request);
      const view = await saveView(ctx, active.session.userId, { name: name.trim(), search });
      return { status: 200, body: shown(view) };
    },
    async deleteIncidentView(visitor, { params }) {
      const { active, ctx } = signedIn(world, visitor);
      await deleteView(ctx, active.session.userId, params.id ?? '');
      return { status: 200, body: {} };
    },
  };
}

function shown({ _id, name, search }: SavedView) {
  return { id: _id, name, search };
}
