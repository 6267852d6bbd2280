/** A role's place in the list. Of two at the same position, the one with the lower id, which is older, is higher. */
interface RolePosition {
  id: string
  position: number
}

export interface RankedMember {
  id: string
  /** Their highest role; @everyone for members without any. */
  highestRole: RolePosition
  administrator: boolean
}

export interface HierarchyCheck {
  ownerId: string
  /** Who asked for it; null if the bot acts on its own. */
  actor: RankedMember | null
  bot: RankedMember
  target: RankedMember
  /**
   * Whether Discord itself compares the bot's role with the target's, which it does not for warnings, notes and voice
   * moves.
   */
  comparesBotRole: boolean
  /** Whether it is a timeout, which Discord refuses for administrators, whoever asks for it. */
  timeout: boolean
}

/** Why something cannot be done to a member. */
export type HierarchyProblem = 'yourself' | 'me' | 'owner' | 'you too low' | 'administrator' | 'me too low'

/**
 * @returns above zero when `left` stands above `right` Source:
 * https://discord.com/developers/docs/topics/permissions#permission-hierarchy
 */
export function compareRolePositions(left: RolePosition, right: RolePosition): number {
  if (left.position !== right.position) return left.position - right.position
  const [a, b] = [BigInt(left.id), BigInt(right.id)]
  return a === b ? 0 : a < b ? 1 : -1
}

const outranks = (person: RankedMember, ownerId: string, target: RankedMember) =>
  person.id === ownerId || compareRolePositions(person.highestRole, target.highestRole) > 0

/** Returns what prevents an act, the most specific reason first, or undefined if Discord's hierarchy allows it. */
export function hierarchyProblem({
  ownerId,
  actor,
  bot,
  target,
  comparesBotRole,
  timeout,
}: HierarchyCheck): HierarchyProblem | undefined {
  if (actor && actor.id === target.id) return 'yourself'
  if (target.id === bot.id) return 'me'
  if (target.id === ownerId) return 'owner'
  if (actor && !outranks(actor, ownerId, target)) return 'you too low'
  if (timeout && target.administrator) return 'administrator'
  if (comparesBotRole && !outranks(bot, ownerId, target)) return 'me too low'
  return undefined
}
