import type { Candidate, MendingQuestion } from './candidate.ts';
import { withDuty } from './duty.ts';
import { ofIntake } from './of-intake.ts';
import { ofMembers } from './of-members.ts';
import { ofPeople } from './of-people.ts';
import { ofPlans } from './of-plans.ts';
import { ofRules } from './of-rules.ts';
import { ofSchedules } from './of-schedules.ts';

/**
 * The changes to try, each by itself, from those that end the trouble at its source to those that tell others instead:
 * how incidents open, rules of routings, settings of people, tiers and steps, schedules, one more person on call, and
 * one more step. Pure.
 */
export function candidatesFor(question: MendingQuestion): Candidate[] {
  return [
    ...ofIntake(question),
    ...ofRules(question),
    ...ofPeople(question),
    ...ofPlans(question),
    ...ofSchedules(question),
    ...withDuty(question),
    ...ofMembers(question),
  ];
}
