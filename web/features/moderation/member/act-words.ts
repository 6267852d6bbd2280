import type { MemberAct } from '#features/moderation/member-acts/contract.ts'

interface ActWords {
  /** Precedes their name. */
  title: string
  description: string
  /** The label of the button. */
  action: string
  busy: string
}

/** The texts of the question before an act. */
export const actWords: Record<MemberAct, ActWords> = {
  warn: {
    title: 'Warn',
    description: 'Warnings add up: at this server’s limit, a further action follows.',
    action: 'Warn',
    busy: 'Warning...',
  },
  timeout: {
    title: 'Time out',
    description: 'They can still read, but cannot write or speak. Doing it again changes how long it lasts.',
    action: 'Time out',
    busy: 'Timing out...',
  },
  untimeout: {
    title: 'Lift the timeout of',
    description: 'They can write and speak again at once.',
    action: 'Lift timeout',
    busy: 'Lifting...',
  },
  note: {
    title: 'Add a note about',
    description: 'Kept as a case that only moderators see. Nobody is notified.',
    action: 'Add note',
    busy: 'Adding...',
  },
  kick: {
    title: 'Kick',
    description: 'They leave the server, and can come back with an invite.',
    action: 'Kick',
    busy: 'Kicking...',
  },
  softban: {
    title: 'Softban',
    description: 'Deletes their messages of the last 7 days. They leave the server, and can come back with an invite.',
    action: 'Softban',
    busy: 'Softbanning...',
  },
  ban: {
    title: 'Ban',
    description: 'They leave the server, if they are here, and cannot come back until the ban ends or is lifted.',
    action: 'Ban',
    busy: 'Banning...',
  },
  unban: {
    title: 'Unban',
    description: 'They can come back with an invite.',
    action: 'Unban',
    busy: 'Unbanning...',
  },
}
