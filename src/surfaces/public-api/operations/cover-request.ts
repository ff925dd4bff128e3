import {
  acceptCover,
  type CoverRequest,
  coverRequestKind,
  declineCover,
  removeCover,
  withdrawCover,
} from '../../../on-call/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';
import { resourceOperations, viewOf } from '../resource-operations.ts';

const definition = {
  kind: coverRequestKind,
  name: 'CoverRequest',
  derivedMembers:
    () =>
    ({ internal: { state, acceptedBy, answers }, createdAt }: CoverRequest) => ({
      state,
      acceptedBy,
      answers: [...answers],
      createdAt: createdAt.toISOString(),
    }),
} as const;
const view = viewOf(definition);
const shown = async (caller: ApiCaller, request: CoverRequest) => ok(await view(caller, request));

export const coverRequestOperations = {
  ...resourceOperations({
    ...definition,
    list: 'CoverRequests',
    items: 'coverRequests',
    except: ['replace'],
    ownerOf: ({ userId }) => userId ?? '',
    remove: removeCover,
  }),
  acceptCoverRequest: async (caller, { params, body }) =>
    shown(caller, await acceptCover(caller, params.id, body.userId ?? null)),
  declineCoverRequest: async (caller, { params, body }) =>
    shown(caller, await declineCover(caller, params.id, body.userId ?? null)),
  withdrawCoverRequest: async (caller, { params }) =>
    shown(caller, await withdrawCover(caller, params.id)),
} satisfies Handlers;
