import type { Collection } from 'mongodb';
import type { MailChannel } from '../channels/index.ts';
import {
  isPlaceholderEmail,
  isSuspended,
  type OrganizationSettings,
  organizationKind,
  speechOf,
  type User,
  userKind,
} from '../identity/index.ts';
import { type ClaimOptions, claim, createFailures, removeInSteps } from '../jobs/index.ts';
import { type Ctx, repeatableId, systemContext, type Task, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { findResource, listResources, type Resource } from '../resources/index.ts';
import { defineModel, driverCollection, insertMissing, schemaOf } from '../store/index.ts';
import {
  type TeamMembership,
  type TeamWire,
  teamKind,
  teamMembershipKind,
  teamPages,
} from '../teams/index.ts';
import { type EngagementReport, engagementReport, isQuiet } from './engagement-report.ts';
import { engagementMail } from './render-engagement-mail.ts';
import { type DueReport, dueReport } from './weekly-schedule.ts';

/** The weekly report of a team to one person. There once it is due. */
export interface WeeklyMail {
  /** Team, week and person. */
  _id: string;
  organizationId: string;
  /** When it is sent, or tried again. The process that took it has until then to send it. */
  takenUntil: Date;
  takenBy?: string;
  /** Or when it was decided that it is not sent. */
  sentAt?: Date;
  /** The answer of the mail server. */
  error?: string;
}

const schema = schemaOf<WeeklyMail>({
  _id: String,
  organizationId: String,
  takenUntil: Date,
  takenBy: String,
  sentAt: Date,
  error: String,
});
// For the removal of old mails.
schema.index({ takenUntil: 1 });
// For deletion with an organization.
schema.index({ organizationId: 1 });

export const weeklyMailModel = defineModel<WeeklyMail>('engagement_report_mails', schema);

/** Longer than one mail takes. A mail that the mail server did not take is tried again after this time. */
const leaseMilliseconds = 120_000;
/** Long after its week, so that it is not sent again. */
const keptMilliseconds = 35 * 86_400_000;

interface WeeklyMailOptions {
  processes: Processes;
  channels: MailChannel;
  publicUrl(): string;
}

interface Mailing extends WeeklyMailOptions {
  settings: OrganizationSettings;
}

/**
 * Sends each team its weekly report. Looks which times have come, rather than planning them: a change of the settings
 * needs nothing to be undone.
 */
export function weeklyMailTask(world: World, options: WeeklyMailOptions): Task {
  /** Reports that are done, by team and week. */
  let done = new Set<string>();
  const failures = createFailures(world, 'the engagement report of a team');
  return {
    name: 'engagement-reports',
    everySeconds: 60,
    async run(stopping) {
      if (options.channels.missing('Email') !== null) return;
      const lookedAt = world.clock.now();
      const stillDue = new Set<string>();
      for await (const { organizationId, teamIds } of teamPages(world, stopping)) {
        const ctx = systemContext(world, organizationId);
        const organization = await findResource(ctx, organizationKind, { _id: organizationId });
        if (!organization || organization.wire.disableWeeklyIncidentEngagementReport) continue;
        const teams = await listResources(ctx, teamKind, { _id: { $in: teamIds } });
        const mailing = { ...options, settings: organization.wire };
        for (const team of teams.items) {
          if (stopping.aborted) return;
          // A team that was made later has no week to look back on.
          const due = dueReport(team.wire, team.createdAt, world.clock.now());
          if (due === null) continue;
          const key = `${team.id} ${due.week}`;
          const send = async () => {
            if (await sendTo(ctx, team, due, mailing)) stillDue.add(key);
          };
          if (done.has(key)) stillDue.add(key);
          else await failures.attempt(key, send);
        }
      }
      done = stillDue;
      failures.demandNone(lookedAt);
    },
  };
}

/** True when nobody is left who has not got it. */
async function sendTo(
  ctx: Ctx,
  team: Resource<TeamWire>,
  due: DueReport,
  mailing: Mailing,
): Promise<boolean> {
  const users = new Map(
    (await recipientsOf(ctx, team.id)).map((user) => [`${team.id} ${due.week} ${user.id}`, user]),
  );
  const { organizationId } = ctx;
  const takenUntil = ctx.clock.now();
  await insertMissing(
    mailsOf(ctx),
    [...users.keys()].map((_id) => ({ _id, organizationId, takenUntil })),
  );
  const open = await mailsOf(ctx)
    .find({ _id: { $in: [...users.keys()] }, sentAt: { $exists: false } })
    .toArray();
  let report: EngagementReport | null = null;
  for (const mail of open) {
    const user = users.get(mail._id);
    const { documents, held } = await claim(ctx, mailing.processes, weeklyMailClaims(ctx), [mail]);
    if (!user || documents.length === 0) continue;
    report ??= await engagementReport(ctx, team, due.period);
    const outcome = await sendMail(ctx, { team, user, due, report }, mailing);
    await mailsOf(ctx).updateOne({ _id: mail._id, ...held }, { $set: outcome });
  }
  return open.length === 0;
}

/** Sends the mail; answers the result. */
async function sendMail(
  ctx: Ctx,
  { team, user, due, report }: { user: User; due: DueReport } & ReportOfTeam,
  { channels, publicUrl, settings }: Mailing,
): Promise<Pick<WeeklyMail, 'sentAt' | 'error'>> {
  const { skipQuietEngagementReports } = settings;
  if (skipQuietEngagementReports && isQuiet(report)) return { sentAt: ctx.clock.now() };
  const speech = speechOf(user.wire, settings.language);
  const mail = engagementMail({ report, team, user, publicUrl: publicUrl(), ...speech });
  // The same message for whoever sends it: mail programs show a copy once.
  const key = repeatableId(due.at.getTime(), 'engagement-report', team.id, due.week, user.id);
  const result = await channels.send('Email', { key, to: user.wire.email, ...mail });
  if (result.outcome === 'sent') return { sentAt: ctx.clock.now() };
  const { error } = result;
  ctx.log.warn({ teamId: team.id, err: error }, 'an engagement report was not sent');
  return { error, ...(result.outcome === 'refused' ? { sentAt: ctx.clock.now() } : {}) };
}

interface ReportOfTeam {
  team: Resource<TeamWire>;
  report: EngagementReport;
}

/** Beside the lease of the task: who has lost that may still be sending. */
function weeklyMailClaims({ store }: Pick<World, 'store'>): ClaimOptions<WeeklyMail> {
  return {
    model: weeklyMailModel(store),
    dueAt: 'takenUntil',
    takenBy: 'takenBy',
    leaseMilliseconds,
    evenAlone: true,
  };
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
  await removeInSteps(world, weeklyMailModel, { takenUntil }, { stopping });
}

function mailsOf(world: Pick<World, 'store'>): Collection<WeeklyMail> {
  return driverCollection(weeklyMailModel(world.store));
}
