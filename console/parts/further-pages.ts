import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from './icon.tsx';
import { defineTexts } from './texts.tsx';

export const furtherTexts = defineTexts({
  en: {
    schedules: 'Schedules',
    policies: 'Escalation policies',
    supportHours: 'Support hours',
    guarantees: 'Guarantees',
    replays: 'Replays',
    simulation: 'Who would be woken?',
    suppression: 'Suppression rules',
  },
  de: {
    schedules: 'Dienstpläne',
    policies: 'Eskalationsrichtlinien',
    supportHours: 'Servicezeiten',
    guarantees: 'Garantien',
    replays: 'Rückblicke',
    simulation: 'Wer würde geweckt?',
    suppression: 'Unterdrückungsregeln',
  },
});

/** Pages below those of the menu, which the command palette finds, too. */
export const furtherPages: readonly {
  to: LinkProps['to'];
  text: keyof (typeof furtherTexts)['en'];
  icon: IconName;
}[] = [
  { to: '/on-call/schedules', text: 'schedules', icon: 'layers' },
  { to: '/on-call/policies', text: 'policies', icon: 'split' },
  { to: '/on-call/support-hours', text: 'supportHours', icon: 'clock' },
  { to: '/on-call/guarantees', text: 'guarantees', icon: 'shield' },
  { to: '/on-call/replays', text: 'replays', icon: 'refresh' },
  { to: '/on-call/simulation', text: 'simulation', icon: 'play' },
  { to: '/routing/suppression', text: 'suppression', icon: 'split' },
];
