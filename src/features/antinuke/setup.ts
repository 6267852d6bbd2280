import type { Setup } from '#kernel/declarations/setup.ts'
import type antinuke from './contract.ts'

export const setup: Setup<typeof antinuke> = ({ guard, logChannel }, own) => {
  if (guard === 'none') return {}
  const watches = guard === 'watch'
  const onlyWatched = own.punishment === 'NONE'
  return {
    log: { logChannel },
    guard: {
      enabled: true,
      punishment: watches ? 'NONE' : onlyWatched ? 'BAN' : undefined,
      autoRecovery: watches ? false : onlyWatched ? true : undefined,
    },
    why: watches ? { punishment: 'nobody is touched', autoRecovery: 'nothing is put back' } : {},
    stays: ['modules', 'punishment', 'autoRecovery', 'extraOwners'],
  }
}
