import type { CommunityKind, Setup } from '#kernel/declarations/setup.ts'
import type moderation from './contract.ts'

/** In communities whose members know one another, more warnings come before a punishment. */
const warnings: Partial<Record<CommunityKind, { most: number; why: string }>> = {
  makers: { most: 4, why: 'hobby servers warn more, punish less' },
  study: { most: 4, why: 'study groups warn more, punish less' },
  support: { most: 2, why: 'people who come for help once seldom need a third warning' },
}

export const setup: Setup<typeof moderation> = ({ kind, logChannel }) => {
  const suits = warnings[kind]
  return {
    log: { modlogChannel: logChannel },
    kind: { maxWarn: suits?.most },
    ...(suits && { why: { maxWarn: suits.why } }),
    stays: ['maxWarnAction', 'dmOnAction'],
  }
}
