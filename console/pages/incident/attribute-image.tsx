import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { SafeLink } from '../../parts/safe-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export interface AttributeImageProps {
  incidentId: string;
  attribute: { name: string; value: string | null };
}

/**
 * A graph of the monitoring tool. Our server fetches it: the page may ask no other origin, and the tool learns nothing
 * of who looks.
 */
export function AttributeImage({ incidentId, attribute: { name, value } }: AttributeImageProps) {
  const t = useTexts(texts);
  const [isBroken, setIsBroken] = useState(false);
  const source = `/api/public/v1/incident/search/${incidentId}/image?${new URLSearchParams({ Name: name })}`;
  return (
    <Stack gap={4} align="flex-start">
      {isBroken ? (
        <Text size="sm">{t.imageFailed}</Text>
      ) : (
        <Anchor href={source} target="_blank" rel="noopener">
          <img
            className="attribute-image"
            src={source}
            alt={t.image(name)}
            loading="lazy"
            onError={() => setIsBroken(true)}
          />
        </Anchor>
      )}
      {value && !value.startsWith('data:') && <SafeLink to={value} />}
    </Stack>
  );
}
