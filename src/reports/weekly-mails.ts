import type { Collection } from 'mongodb';
import type { Channels } from '../channels/index.ts';
import {
  isPlaceholderEmail,
  isSuspended,
  type OrganizationSettings,
  organizationKind,
  organizationSettingsOf,
  type User,
  userKind,
} from '../identity/index.ts';
import { type Ctx, repeatableId, systemContext, type Task, type World } from '../kernel/index.ts';
import { findResource, listResources, type Resource } from '../resources/index.ts';
import {
  defineModel,
  driverCollection,
  isDuplicateKey,
  removeInSteps,
  schemaOf,
} from '../store/index.ts';
import {
  type TeamMembership,
  type TeamWire,
  teamKind,
  teamMembershipKind,
  teamPages,
} from '../teams/index.ts';
import { type EngagementReport, engagementReport } from './engagement-report.ts';
import { engagementMail } from './render-engagement-mail.ts';
import { type DueReport, dueReport } from './weekly-schedule.ts';

/** The weekly report of a team to one person. There once it is on its way, so that no other process sends it. */
export interface WeeklyMail {
  /** Team, week and person. */
  _id: string;
  organizationId: string;
  /** The process that took it has until then to send it. */
  takenUntil: Date;
  /** Or when it was decided that it is not sent. */
  sentAt?: Date;
  /** What the mail server said. */
  error?: string;
}

const schema = schemaOf<WeeklyMail>({
  _id: String,
  organizationId: String,
  takenUntil: Date,
  sentAt: Date,
  error: String,
});
// What is kept no longer.
schema.index({ takenUntil: 1 });
// What leaves with an organization.
schema.index({ organizationId: 1 });

export const weeklyMailModel = defineModel<WeeklyMail>('engagement_report_mails', schema);

const takenMilliseconds = 120_000;
/** Long after its week, so that it is not sent again. */
const keptMilliseconds = 35 * 86_400_000;

export interface WeeklyMailOptions {
  channels: Pick<Channels, 'email' | 'missing'>;
  publicUrl(): string;
}

/** Sends each team its weekly report. Looks which times have come, rather than planning them: a change of the settings needs nothing to be undone. */
export function weeklyMailTask(world: World, options: WeeklyMailOptions): Task {
  /** What needs no further look, by team and week. */
  let done = new Set<string>();
  return {
    name: 'engagement-reports',
    everySeconds: 60,
    async run(stopping) {
      if (options.channels.missing('Email') !== null) return;
      const stillDue = new Set<string>();
      for await (const { organizationId, teamIds } of teamPages(world, stopping)) {
        const ctx = systemContext(world, organizationId);
        const organization = await findResource(ctx, organizationKind, { _id: organizationId });
        const settings = organizationSettingsOf(organization?.wire);
        if (!organization || settings.disableWeeklyIncidentEngagementReport) continue;
        const teams = await listResources(ctx, teamKind, { _id: { $in: teamIds } });
        const mailing = { ...options, settings };
        for (const team of teams.items) {
          if (stopping.aborted) return;
          // A team that was made later has no week to look back on.
          const due = dueReport(team.wire, team.createdAt, world.clock.now());
          if (due === null) continue;
          const key = `${team.id} ${due.week}`;
          if (done.has(key) || (await sendTo(ctx, team, due, mailing).catch(failed(ctx, team))))
            stillDue.add(key);
        }
      }
      done = stillDue;
    },
  };
}

/** One team must not hold up the others. */
function failed(ctx: Ctx, { id }: Resource<TeamWire>) {
  return (err: unknown) => {
    ctx.log.error({ err, teamId: id }, 'an engagement report could not be made');
    return false;
  };
}

/** True when nobody is left who has not got it. */
async function sendTo(
  ctx: Ctx,
  team: Resource<TeamWire>,
  due: DueReport,
  { channels, publicUrl, settings }: WeeklyMailOptions & { settings: OrganizationSettings },
): Promise<boolean> {
  let report: EngagementReport | null = null;
  let isDone = true;
  for (const user of await recipientsOf(ctx, team.id)) {
    const _id = `${team.id} ${due.week} ${user.id}`;
    const taken = await take(ctx, _id);
    if (taken === 'sent') continue;
    isDone = false;
    if (taken === 'others') continue;
    report ??= await engagementReport(ctx, team, due.period);
    if (settings.skipQuietEngagementReports && isQuiet(report)) {
      await mailsOf(ctx).updateOne({ _id }, { $set: { sentAt: ctx.clock.now() } });
      continue;
    }
    const { reportLanguage: language } = settings;
    const mail = engagementMail({ report, team, user, publicUrl: publicUrl(), language });
    // The same message for whoever sends it: mail programs show a copy once.
    const key = repeatableId(due.at.getTime(), 'engagement-report', team.id, due.week, user.id);
    const result = await channels.email({ key, to: user.wire.email, ...mail });
    if (result.outcome === 'sent') {
      await mailsOf(ctx).updateOne({ _id }, { $set: { sentAt: ctx.clock.now() } });
      continue;
    }
    ctx.log.warn({ teamId: team.id, err: result.error }, 'an engagement report was not sent');
    const isFinal = result.outcome === 'refused';
    const outcome = { error: result.error, ...(isFinal ? { sentAt: ctx.clock.now() } : {}) };
    await mailsOf(ctx).updateOne({ _id }, { $set: outcome });
  }
  return isDone;
}

/** Nothing happened, and nothing is left over from before. */
function isQuiet({ figures, unacknowledged, longestOpen }: EngagementReport): boolean {
  return figures.total.value === 0 && unacknowledged.length === 0 && longestOpen.length === 0;
}

/** Takes the mail for a while, unless it was sent or somebody else is at it. */
async function take(ctx: Ctx, _id: string): Promise<'ours' | 'others' | 'sent'> {
  const now = ctx.clock.now();
  const takenUntil = new Date(now.getTime() + takenMilliseconds);
  try {
    await mailsOf(ctx).insertOne({
      _id,
      organizationId: ctx.organizationId,
      takenUntil,
    });
    return 'ours';
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const retaken = await mailsOf(ctx).updateOne(
    { _id, sentAt: { $exists: false }, takenUntil: { $lte: now } },
    { $set: { takenUntil } },
  );
  if (retaken.matchedCount > 0) return 'ours';
  return (await mailsOf(ctx).findOne({ _id }))?.sentAt ? 'sent' : 'others';
}

/** Administrators of the team unless they do not want it, and members who do. */
async function recipientsOf(ctx: Ctx, teamId: string): Promise<User[]> {
  const memberships = await listResources(ctx, teamMembershipKind, { teamId });
  const roles = new Map(
    memberships.items.flatMap(({ wire }: TeamMembership) =>
      wire.userId ? [[wire.userId.toLowerCase(), wire.role] as const] : [],
    ),
  );
  const { items } = await listResources(ctx, userKind, { _id: { $in: [...roles.keys()] } });
  return items.filter((user) => {
    if (isSuspended(user) || isPlaceholderEmail(user.wire.email)) return false;
    const isDisabled = user.wire.disableWeeklyIncidentEngagementReport ?? null;
    return isDisabled === null ? roles.get(user.id) === 'Administrator' : !isDisabled;
  });
}

/** Forgets mails of weeks that are long over. */
export async function removeOldMails(world: World, stopping: AbortSignal): Promise<void> {
  const takenUntil = { $lt: new Date(world.clock.now().getTime() - keptMilliseconds) };
  await removeInSteps(weeklyMailModel(world.store), { takenUntil }, { stopping });
}

function mailsOf(world: Pick<World, 'store'>): Collection<WeeklyMail> {
  return driverCollection(weeklyMailModel(world.store));
}
