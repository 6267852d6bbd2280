import { type APIGuildMember, DiscordAPIError, Routes, SnowflakeUtil } from 'discord.js'
import { since } from '#kit/clock.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Services, state } from '#kernel/feature.ts'
import { hourMs } from './count.ts'
import { mayDo, power } from './danger.ts'
import { type MemberPayload, seenToJoin } from './newcomers.ts'
import { heldBy, isDangerous, type Member, type Powers, powersOf } from './powers.ts'

/** Somebody as the engine knows them. */
export interface RosterPerson extends Member {
  /** What they could do until somebody recently changed it: entries arrive late. */
  had: { bits: bigint; at: number } | undefined
  /** When they left (Unix ms): entries about what they did before may still arrive. */
  goneAt: number | undefined
  username: string | null
  /** The hash of their picture, null without one; undefined where it is not known. */
  avatar?: string | null
  /** When what they hold was read before any event reported it (Unix ms): that event may be on its way. */
  readAt?: number | undefined
}

/** The most people of one server; others who do harm are looked up. Those who can do the most are kept. */
const mostPeople = 500
/** The most newcomers, as in the largest raids: some five megabytes while one goes on. */
const mostNewcomers = 50_000
const dayMs = 24 * hourMs
const newAccountMs = 7 * dayMs
/** How long it is known when somebody joined (ms): raiders may wait for days. */
export const recentMs = 7 * dayMs
/** How long what somebody could do before still explains what they did (ms). */
const explainsMs = 10 * 60_000
/** For how long an answer about somebody harmless is believed (ms). */
const lookedUpMs = 30_000
const mostLookedUp = 200

interface Roster {
  people: Map<string, RosterPerson>
  /** When everybody who joined within a week did so (Unix ms). */
  newcomers: Map<string, number>
  powers: Powers | undefined
  lookedUp: Map<string, { person: Promise<RosterPerson | undefined>; at: number }>
}

export const rosterOf = state(
  (): Roster => ({ people: new Map(), newcomers: new Map(), powers: undefined, lookedUp: new Map() }),
)

type Known = Pick<Services, 'client' | 'memory' | 'now'>
type Stored = Pick<Services, 'client' | 'db' | 'memory' | 'now'>

/** Who may do what at the moment; undefined until the library knows the server. */
export function currentPowers(services: Known, guildId: string): Powers | undefined {
  const roster = rosterOf(services, guildId)
  const guild = services.client.guilds.cache.get(guildId)
  if (guild && roster.powers?.ownerId !== guild.ownerId) roster.powers = undefined
  if (guild) roster.powers ??= powersOf(guild)
  return roster.powers
}

/** Remembers what people could do until now, as roles or channels are about to change. */
export function powersChange(services: Known, guildId: string): void {
  const roster = rosterOf(services, guildId)
  const { powers, people } = roster
  if (!powers) return
  roster.powers = undefined
  const at = services.now()
  for (const person of people.values()) person.had = { bits: heldBy(powers, person) | hadLately(person, at), at }
  // The entry that says who changed them comes next, and is urgent.
  setImmediate(() => currentPowers(services, guildId))
}

const hadLately = ({ had }: RosterPerson, now: number): bigint =>
  had && Math.abs(now - had.at) < explainsMs ? had.bits : 0n

/** Whether somebody could have done something that any one of `needs` is enough for, now or until a moment ago. */
export const couldDo = (powers: Powers, person: RosterPerson, needs: bigint, now: number): boolean =>
  person.webhook === true ||
  person.id === powers.ownerId ||
  mayDo(heldBy(powers, person) | hadLately(person, now), needs)

/**
 * Whether somebody who can do no harm joined within a while, in a server that is older. @param withinMs a week at most
 */
export const isNewcomer = (services: Stored, guildId: string, userId: string, withinMs = dayMs): boolean =>
  joinedLately(services, guildId, userId, withinMs) && !rosterOf(services, guildId).people.has(userId)

function joinedLately(services: Stored, guildId: string, userId: string, withinMs = dayMs): boolean {
  const joinedAt = rosterOf(services, guildId).newcomers.get(userId) ?? seenToJoin(services, guildId, userId)
  const now = services.now()
  if (joinedAt === undefined || now - joinedAt >= withinMs) return false
  // In a server that is not older everybody has joined recently: there, new accounts are the newcomers.
  return ageOf(guildId, now) >= withinMs || ageOf(userId, now) < newAccountMs
}

const ageOf = (id: string, now: number): number => now - SnowflakeUtil.timestampFrom(id)

/** Whether somebody is an unlikely choice for a server's staff: a bot, or somebody who joined within a day. */
export const isUnproven = (services: Stored, guildId: string, userId: string): boolean =>
  joinedLately(services, guildId, userId) || rosterOf(services, guildId).people.get(userId)?.bot === true

/** Remembers when somebody joined, for a week. @param joinedAt Unix ms */
export function noteNewcomer(services: Known, guildId: string, userId: string, joinedAt: number): void {
  const now = services.now()
  const roster = rosterOf(services, guildId)
  if (!(now - joinedAt < recentMs)) return
  roster.newcomers.set(userId, joinedAt)
  for (const oldest of roster.newcomers.keys()) {
    if (roster.newcomers.size <= mostNewcomers && now - (roster.newcomers.get(oldest) ?? 0) < recentMs) break
    roster.newcomers.delete(oldest)
  }
}

/** Takes in what Discord says about a member. @param how 'read' may be ahead of the event that reports the same */
export function noteMember(
  services: Known,
  guildId: string,
  payload: MemberPayload,
  how: 'told' | 'read',
): RosterPerson {
  const roster = rosterOf(services, guildId)
  const powers = currentPowers(services, guildId)
  const { user, roles, joined_at: joined } = payload
  const now = services.now()
  // The library takes in the bot's own roles after this event.
  if (user.id === services.client.user.id) roster.powers = undefined
  const before = roster.people.get(user.id)
  const isAsBefore = before?.goneAt === undefined && before?.roles.join() === roles.join()
  if (before && powers && before.goneAt === undefined && !isAsBefore)
    before.had = { bits: heldBy(powers, before) | hadLately(before, now), at: now }
  const person: RosterPerson = {
    id: user.id,
    bot: user.bot === true,
    roles,
    had: before?.had,
    goneAt: undefined,
    username: user.username ?? null,
    avatar: user.avatar,
    readAt: how === 'told' ? undefined : isAsBefore ? before?.readAt : now,
  }
  if (joined) noteNewcomer(services, guildId, user.id, Date.parse(joined))
  const counts = powers !== undefined && (isDangerous(powers, person) || hadLately(person, now) !== 0n)
  if (counts) keep(roster, powers, person)
  else roster.people.delete(user.id)
  return person
}

function keep({ people }: Roster, powers: Powers, person: RosterPerson): void {
  if (people.size >= mostPeople && !people.has(person.id)) {
    const isMinor = (one: RosterPerson) => (heldBy(powers, one) & power & ~powers.everyone) === 0n
    const makesRoom = isMinor(person) ? undefined : [...people.values()].find(isMinor)
    if (!makesRoom) return
    people.delete(makesRoom.id)
  }
  people.set(person.id, person)
}

/** Notes that somebody left or was removed. */
export function noteDeparture(services: Known, guildId: string, userId: string): void {
  const { people } = rosterOf(services, guildId)
  const now = services.now()
  const person = people.get(userId)
  if (person) person.goneAt = now
  for (const [id, { goneAt }] of people)
    if (goneAt !== undefined && Math.abs(now - goneAt) > explainsMs) people.delete(id)
}

/** Whether there may be more people who can do harm than the list has room for. */
export const isListFull = (services: Known, guildId: string): boolean =>
  rosterOf(services, guildId).people.size >= mostPeople

/** Somebody who can do harm, as far as is known without asking Discord. */
export const personOf = (services: Known, guildId: string, userId: string): RosterPerson | undefined =>
  rosterOf(services, guildId).people.get(userId)

/** How long after something was read the event that reports it may arrive (ms). */
const onItsWayMs = 60_000

/** Whether what somebody holds was read just now, so that they may not have held it before. */
export const isFreshlyRead = ({ now }: Known, { readAt }: RosterPerson): boolean =>
  readAt !== undefined && Math.abs(now() - readAt) < onItsWayMs

/**
 * Asks Discord about somebody who is not known to be able to do harm: roles change, and the list is bounded.
 * @returns undefined when they are no member
 * @throws when Discord does not answer
 */
export function lookUp(services: Known, guildId: string, userId: string): Promise<RosterPerson | undefined> {
  const { lookedUp } = rosterOf(services, guildId)
  const now = services.now()
  const known = lookedUp.get(userId)
  if (known && since(known.at, now) < lookedUpMs) return known.person
  const person = inLane('punish', async () => {
    try {
      // Discord's documentation says that this route answers with one.
      const found = (await services.client.rest.get(Routes.guildMember(guildId, userId))) as APIGuildMember
      return noteMember(services, guildId, found, 'read')
    } catch (err) {
      if (err instanceof DiscordAPIError && err.status === 404) return undefined
      lookedUp.delete(userId)
      throw err
    }
  })
  lookedUp.delete(userId)
  lookedUp.set(userId, { person, at: now })
  for (const oldest of lookedUp.keys()) if (lookedUp.size > mostLookedUp) lookedUp.delete(oldest)
  return person
}
