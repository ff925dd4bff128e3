import { removeInSteps } from '../jobs/index.ts';
import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { publicUpdateKind, publicUpdateTemplateKind } from './public-updates.ts';
import { removeOldSignUps } from './sign-ups.ts';
import { statusPageKind } from './status-pages.ts';
import { emailSubscriberKind, smsSubscriberKind } from './subscribers.ts';
import { newsModel, signUpModel } from './subscription-models.ts';
import { removeOldNews } from './tell-news.ts';

export const statusPages = {
  name: 'status-pages',
  kinds: [
    statusPageKind,
    publicUpdateKind,
    publicUpdateTemplateKind,
    emailSubscriberKind,
    smsSubscriberKind,
  ],
  models: [signUpModel, newsModel],
  tasks: (world) => [
    {
      name: 'status-page-retention',
      everySeconds: 3600,
      async run(stopping) {
        await removeOldSignUps(world, stopping);
        await removeOldNews(world, stopping);
      },
    },
  ],
  removeWith: {
    ...leavesWithOrganization(signUpModel, newsModel),
    async StatusPage(world, { id }, stopping) {
      for (const model of [signUpModel, newsModel])
        await removeInSteps(world, model, { statusPageId: id }, { stopping });
    },
  },
} satisfies Module;
