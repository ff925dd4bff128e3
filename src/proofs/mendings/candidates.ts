import type { Candidate, MendingQuestion } from './candidate.ts';
import { withDuty } from './duty.ts';
import { ofIntake } from './of-intake.ts';
import { ofMembers } from './of-members.ts';
import { ofPeople } from './of-people.ts';
import { ofPlans } from './of-plans.ts';
import { ofRules } from './of-rules.ts';
import { ofSchedules } from './of-schedules.ts';

/**
 * What is tried, each by itself, from what ends the trouble where it begins to what tells others instead: how incidents
 * open, rules of routings, what people set, tiers and steps, schedules, one more person on call, and one more step.
 * Pure.
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
