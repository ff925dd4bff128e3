import type { ReactNode } from 'react';
import { TextLink } from './text-link.tsx';

/** A link to the page of an object, by what the audit log calls its kind; without one, nothing but what is in it. */
export function ToObject({
  entityType,
  id,
  isInText = false,
  children,
}: {
  entityType: string;
  id: string;
  isInText?: boolean;
  children: ReactNode;
}) {
  switch (entityType) {
    case 'Team':
      return (
        <TextLink to="/teams/$teamId" params={{ teamId: id }} isInText={isInText}>
          {children}
        </TextLink>
      );
    case 'TeamEscalations':
      return (
        <TextLink
          to="/teams/$teamId"
          params={{ teamId: id }}
          search={{ tab: 'tiers' }}
          isInText={isInText}
        >
          {children}
        </TextLink>
      );
    case 'InboundIntegration':
      return (
        <TextLink
          to="/integrations/$integrationId"
          params={{ integrationId: id }}
          isInText={isInText}
        >
          {children}
        </TextLink>
      );
    case 'Routing':
      return (
        <TextLink to="/routing/$routingId" params={{ routingId: id }} isInText={isInText}>
          {children}
        </TextLink>
      );
    case 'EscalationPolicy':
      return (
        <TextLink to="/on-call/policies/$id" params={{ id }} isInText={isInText}>
          {children}
        </TextLink>
      );
    case 'OnCallSchedule':
      return (
        <TextLink to="/on-call/schedules/$id" params={{ id }} isInText={isInText}>
          {children}
        </TextLink>
      );
    default:
      return children;
  }
}
