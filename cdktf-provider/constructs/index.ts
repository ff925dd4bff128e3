/**
 * Tocsin for CDK Terrain and CDK for Terraform: the generated class of every resource and data
 * source under `bindings`, and a thin layer on top for what people write every day.
 */
export * as bindings from 'tocsin-bindings';
export { TocsinProvider } from 'tocsin-bindings';
export type { IntegrationProps, MappingAttribute, MappingStep } from './integration.ts';
export { Integration } from './integration.ts';
export type { ExpectedEvaluation, MappingCheckProps } from './mapping-check.ts';
export { MappingCheck } from './mapping-check.ts';
export type { OnCallScheduleProps, OnCallTier, Rotation } from './on-call-schedule.ts';
export { OnCallSchedule } from './on-call-schedule.ts';
export type { TeamMember, TeamProps, TeamRole } from './team.ts';
export { Team } from './team.ts';
export type { Day, Severity, StopMode, Window } from './words.ts';
