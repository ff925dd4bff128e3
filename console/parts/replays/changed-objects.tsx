import { isKind, useNames } from '../names.ts';
import { TextLink } from '../text-link.tsx';
import { useTexts } from '../texts.tsx';
import { ToObject } from '../to-object.tsx';
import { texts } from './texts.ts';
import type { ReplaySummary } from './types.ts';

/** Objects without a name of their own: whose they are. */
const holders: Readonly<Record<string, string>> = {
  TeamEscalations: 'Team',
  InboundIntegrationMapping: 'InboundIntegration',
};

/** The page of an object: where it is, and what it is called there. */
export function ObjectLink({ entityType, entityId }: { entityType: string; entityId: string }) {
  const t = useTexts(texts);
  const holder = holders[entityType] ?? entityType;
  const { data } = useNames(isKind(holder) ? holder : null);
  const name = data?.get(entityId);
  if (name === undefined) return kindOf(t.objects, entityType);
  const id = entityId;
  switch (entityType) {
    case 'InboundIntegration':
    case 'InboundIntegrationMapping':
      return (
        <TextLink
          to="/integrations/$integrationId"
          params={{ integrationId: id }}
          search={{ tab: entityType === 'InboundIntegration' ? 'settings' : 'mapping' }}
          isInText
        >
          {name}
        </TextLink>
      );
    default:
      return (
        <ToObject entityType={entityType} id={id} isInText>
          {name}
        </ToObject>
      );
  }
}

/** The objects that a replay tries, each with its name where it has one. */
export function ChangedObjects({
  replay,
}: {
  replay: Pick<ReplaySummary, 'changed' | 'changes'> &
    Partial<Pick<ReplaySummary, 'isNoiseReport'>>;
}) {
  const t = useTexts(texts);
  const { changed, changes, isNoiseReport } = replay;
  if (isNoiseReport) return t.noiseReport;
  if (changes === 0) return t.noChange;
  const shown = changed.slice(0, shownMax);
  return (
    <>
      {shown.map(({ action, entityType, entityId }, place) => (
        <span key={`${entityType} ${entityId}`}>
          {place > 0 && ', '}
          {kindOf(t.objects, entityType)}{' '}
          {entityId.startsWith('new:') ? null : (
            <ObjectLink entityType={entityType} entityId={entityId} />
          )}{' '}
          ({t.actions[action]})
        </span>
      ))}
      {changes > shown.length && ` ${t.furtherChanges(changes - shown.length)}`}
    </>
  );
}

const shownMax = 5;

function kindOf(objects: Readonly<Record<string, string>>, entityType: string): string {
  return objects[entityType] ?? entityType;
}
