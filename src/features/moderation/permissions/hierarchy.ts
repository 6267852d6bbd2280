/** A role's place in the list. Of two at the same position the one with the lower id, the older one, is higher. */
export interface Place {
  id: string
  position: number
}

export interface Person {
  id: string
  /** Their highest role; @everyone for those without any. */
  top: Place
  administrator: boolean
}

export interface Encounter {
  ownerId: string
  /** Who asked for it; null when the product itself acts. */
  actor: Person | null
  bot: Person
  target: Person
  /** Whether Discord itself will compare the bot's place with the target's: not so for warnings, notes and voice moves. */
  ranked: boolean
  /** A timeout, which Discord refuses for administrators whoever asks. */
  timeout: boolean
}

/** Why something cannot be done to a member. */
export type Obstacle = 'yourself' | 'me' | 'owner' | 'you too low' | 'administrator' | 'me too low'

/**
 * @returns above zero when `left` stands above `right`
 * Source: https://discord.com/developers/docs/topics/permissions#permission-hierarchy
 */
export function comparePlaces(left: Place, right: Place): number {
  if (left.position !== right.position) return left.position - right.position
  const [a, b] = [BigInt(left.id), BigInt(right.id)]
  return a === b ? 0 : a < b ? 1 : -1
}

const outranks = (person: Person, ownerId: string, target: Person) =>
  person.id === ownerId || comparePlaces(person.top, target.top) > 0

/** What stands in the way, the most telling reason first, or undefined when Discord's hierarchy allows it. */
export function obstacleTo({ ownerId, actor, bot, target, ranked, timeout }: Encounter): Obstacle | undefined {
  if (actor && actor.id === target.id) return 'yourself'
  if (target.id === bot.id) return 'me'
  if (target.id === ownerId) return 'owner'
  if (actor && !outranks(actor, ownerId, target)) return 'you too low'
  if (timeout && target.administrator) return 'administrator'
  if (ranked && !outranks(bot, ownerId, target)) return 'me too low'
  return undefined
}
