import { Button, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { cleanText } from '../../parts/clean-text.ts';
import { isSafe, SafeLink } from '../../parts/safe-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { AttributeImage } from './attribute-image.tsx';
import { texts } from './texts.ts';

type Attribute = components['schemas']['IncidentAttribute'];

/** What the alert says, name by name. */
export function Attributes({
  incidentId,
  attributes,
}: {
  incidentId: string | null;
  attributes: readonly Attribute[];
}) {
  const t = useTexts(texts);
  if (attributes.length === 0) return <Text c="dimmed">{t.noAttributes}</Text>;
  return (
    <dl className="attributes">
      {attributes.map((attribute) => (
        <div key={attribute.name}>
          <dt className="breaks-anywhere">
            {cleanText(attribute.name)}
            {attribute.isGroupingKey && (
              <>
                {' '}
                <Tooltip label={t.groupHelp}>
                  <span className="badge">{t.group}</span>
                </Tooltip>
              </>
            )}
          </dt>
          <dd className="breaks-anywhere">
            {attribute.isImage && incidentId !== null ? (
              <AttributeImage incidentId={incidentId} attribute={attribute} />
            ) : (
              <Value text={cleanText(attribute.value ?? '')} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const longest = 600;

function Value({ text }: { text: string }) {
  const t = useTexts(texts);
  const [isWhole, setIsWhole] = useState(false);
  if (isWhole || text.length <= longest) return <Linked text={text} />;
  return (
    <>
      {text.slice(0, longest)}…{' '}
      <Button size="compact-xs" variant="default" onClick={() => setIsWhole(true)}>
        {t.showAll}
      </Button>
    </>
  );
}

const address = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}])/g;

/** Text in which addresses can be followed. */
function Linked({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    at % 2 === 1 && isSafe(part) ? <SafeLink key={at} to={part} /> : part,
  );
}
