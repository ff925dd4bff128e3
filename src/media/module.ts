import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { mediaChunkModel, mediaModel } from './model.ts';

export const media = {
  name: 'media',
  models: [mediaModel, mediaChunkModel],
  removeWith: leavesWithOrganization(mediaModel, mediaChunkModel),
} satisfies Module;
