/** Wie dringend Störungen sind, und was an den Angaben dazu falsch ist. */
export const urgency = {
  supportHoursNameTaken: 'So heißen schon andere Servicezeiten.',
  urgencyNeeds: '{type} braucht {member}',
  urgencyTakesNo: '{member} bewirkt bei {type} nichts',
  urgencyNotRaised:
    'nur Servicezeiten, in denen High und außerhalb derer Low gilt, machen etwas dringend',
  urgencyUnset: 'Weder die Integration noch ein Dienst sagt, wie dringend sie ist.',
  urgencyOfIntegration: 'Das sagt ihre Integration.',
  urgencyOfService: 'Das sagt ein Dienst, den sie betrifft.',
  urgencyByHours: 'Nach den Servicezeiten {hours}.',
  supportHoursGone: 'Die genannten Servicezeiten wurden gelöscht.',
  integrationNamesNoHours:
    'Die Integration „{name}“ nennt gelöschte Servicezeiten: Ihre Störungen sind zu jeder Zeit dringend.',
  urgencyRaised:
    'Die Servicezeiten haben begonnen. Die Störung ist jetzt dringend, und die Eskalation beginnt von vorn.',
} as const;
