import { Button, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../parts/announce.ts';
import { formatTimeOfDay } from '../parts/moment.tsx';
import { useLanguage, useTexts } from '../parts/texts.tsx';
import { startLive, useLive } from './live.ts';
import { retryNow } from './stream.ts';
import { liveTexts } from './texts.ts';

/** A short break is nobody's concern. */
const patienceMilliseconds = 3_000;

/** Keeps the pages live, and says so when they are not. */
export function LiveMark() {
  const t = useTexts(liveTexts);
  const { language } = useLanguage();
  const { isLive, since } = useLive();
  const [isLost, setLost] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(startLive, []);
  useEffect(() => {
    if (isLive) {
      setLost(false);
      setOpen(false);
      return undefined;
    }
    const timer = setTimeout(() => setLost(true), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, [isLive]);
  const wasLost = useRef(false);
  useEffect(() => {
    if (isLost !== wasLost.current) announce(isLost ? t.notLive : t.liveAgain);
    wasLost.current = isLost;
  }, [isLost, t]);
  if (!isLost)
    return (
      <span className={isLive ? 'live-dot live-dot-on' : 'live-dot'} title={isLive ? t.live : ''}>
        <VisuallyHidden>{isLive ? t.live : ''}</VisuallyHidden>
      </span>
    );
  const time = formatTimeOfDay(since ?? Date.now(), language);
  return (
    <div className="live-lost">
      <Button
        size="compact-sm"
        color="red"
        variant="light"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t.notLive}
      </Button>
      {isOpen && (
        <Paper withBorder shadow="md" p="sm" className="live-lost-why">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t.notLiveSince(time)}</Text>
            <Button size="xs" variant="default" onClick={retryNow}>
              {t.retry}
            </Button>
          </Stack>
        </Paper>
      )}
    </div>
  );
}
