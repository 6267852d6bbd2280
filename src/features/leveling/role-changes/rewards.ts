import type { Reward, RewardMode } from '../contract.ts'

interface RoleChange {
  give: string[]
  take: string[]
}

/** The roles that a level earns: all up to it, or only those of the highest reward reached. */
export function rolesAt(level: number, rewards: readonly Reward[], mode: RewardMode): string[] {
  const reached = rewards.filter(reward => reward.level <= level)
  const highest = Math.max(...reached.map(reward => reward.level))
  return reached.filter(reward => mode === 'stack' || reward.level === highest).map(({ roleId }) => roleId)
}

/**
 * Returns the changes that make a member's roles fit their level.
 * @param held the ids of the roles they have
 * @param takeUpTo the highest level whose role is taken if it is not earned; 0 takes none. Roles above it may have been
 * given by hand
 */
export function roleChange(
  level: number,
  held: ReadonlySet<string>,
  rewards: readonly Reward[],
  mode: RewardMode,
  takeUpTo: number,
): RoleChange {
  const due = rolesAt(level, rewards, mode)
  const surplus = rewards.filter(({ level: at, roleId }) => !due.includes(roleId) && held.has(roleId) && at <= takeUpTo)
  return { give: due.filter(id => !held.has(id)), take: surplus.map(({ roleId }) => roleId) }
}
