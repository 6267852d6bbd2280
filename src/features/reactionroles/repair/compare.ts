import { type APIUser, DiscordAPIError, type Guild, ReactionType, RESTJSONErrorCodes as Code } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { emojiPath } from '../choosing/perform.ts'
import { dropNote, forgetReactions, type Note, notesBetween } from '../choosing/rows.ts'
import { type Choice, emojiKey, typedKey } from '../menus/contract.ts'
import { noteMissing, type StoredMenu } from '../menus/rows.ts'

/** Discord's limit of users per request, both for REST and for the gateway. */
const perPage = 100

/** A missed change for one user. */
interface Missed {
  userId: string
  what: 'add' | 'remove' | 'byHand'
}

export interface ComparedPage {
  missed: Missed[]
  /** The id after which the next page begins; undefined if this was the last one. */
  next: string | undefined
  compared: number
  right: number
  gone: number
}

const isGone = (error: unknown): boolean =>
  error instanceof DiscordAPIError && [Code.UnknownMessage, Code.UnknownChannel].some(code => code === error.code)

const base = ({ messageChannelId, messageId }: StoredMenu) =>
  `/channels/${messageChannelId}/messages/${messageId}` as const

/**
 * The emojis on a menu's message with which the bot itself has reacted; undefined if the message is gone or cannot be
 * read.
 */
export async function ownReactions(services: Services, menu: StoredMenu): Promise<string[] | undefined> {
  try {
    const shown = (await services.client.rest.get(base(menu))) as {
      reactions?: { me: boolean; emoji: { id: string | null; name: string | null } }[]
    }
    return (shown.reactions ?? []).filter(({ me }) => me).map(({ emoji }) => emojiKey(emoji))
  } catch (error) {
    if (isGone(error) && menu.messageId !== null) noteMissing(services, menu.guildId, { messageId: menu.messageId })
    if (isRefusal(error)) return undefined
    throw error
  }
}

const types = [ReactionType.Normal, ReactionType.Burst]

/**
 * The users who reacted, by ascending id. Discord lists normal and super reactions separately; both count as a choice.
 */
async function reactors(services: Services, menu: StoredMenu, { emoji }: Choice, after: string, limit = perPage) {
  const path = emojiPath(emoji)
  if (path === undefined) return []
  const found = new Map<string, APIUser>()
  for (const type of types) {
    const query = new URLSearchParams({ after, limit: String(limit), type: String(type) })
    const some = (await services.client.rest.get(`${base(menu)}/reactions/${path}`, { query })) as APIUser[]
    for (const one of some) found.set(one.id, one)
  }
  return [...found.values()].toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)).slice(0, limit)
}

/** Whether a user's reaction is there now. */
export async function isReactionThere(
  services: Services,
  menu: StoredMenu,
  choice: Choice,
  userId: string,
): Promise<boolean> {
  const [first] = await reactors(services, menu, choice, String(BigInt(userId) - 1n), 1)
  return first?.id === userId
}

/** Handles reactions with one emoji that somebody cleared: the roles stay, and the bot reacts again. */
async function putBack(services: Services, menu: StoredMenu, choice: Choice): Promise<void> {
  forgetReactions(services, menu.guildId, menu.id, choice.id)
  const path = emojiPath(choice.emoji)
  if (path === undefined) return
  await services.client.rest.put(`${base(menu)}/reactions/${path}/@me`).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}

/** The missed change for a member of the server, judging by their note, reaction and role. */
function judge(note: Note | undefined, hasReacted: boolean, hasRole: boolean): Missed['what'] | undefined {
  if (hasReacted && !note?.reacted) return 'add'
  // Even if the role is still to be given: that is done first, and the reaction was removed after that.
  if (!hasReacted && note?.reacted) return 'remove'
  return note?.state === 'held' && note.due === null && hasReacted && !hasRole ? 'byHand' : undefined
}

/** The smaller of two ids; undefined counts as larger than any. */
const lower = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined ? b : b === undefined || BigInt(a) < BigInt(b) ? a : b

/**
 * Compares one page of users who reacted with their notes and roles, by ascending id.
 * @param own the emojis with which the bot itself has reacted
 * @param after the last id of the previous page
 */
export async function comparePage(
  services: Services,
  guild: Guild,
  menu: StoredMenu,
  choice: Choice,
  own: readonly string[],
  after: string,
): Promise<ComparedPage> {
  if (after === '0' && !own.includes(typedKey(choice.emoji))) await putBack(services, menu, choice)
  const found = await reactors(services, menu, choice, after).catch((error: unknown): APIUser[] => {
    if (isRefusal(error)) return []
    throw error
  })
  const ofReactors = found.length < perPage ? undefined : found.at(-1)?.id
  const known = notesBetween(services, { guildId: guild.id, menuId: menu.id, choiceId: choice.id }, after, ofReactors)
  const upTo = lower(ofReactors, known.length > perPage ? known[perPage - 1]?.userId : undefined)
  const isInPage = (id: string) => upTo === undefined || BigInt(id) <= BigInt(upTo)
  const reacted = new Set(found.filter(({ bot, id }) => !bot && isInPage(id)).map(({ id }) => id))
  const noted = new Map(known.filter(({ userId }) => isInPage(userId)).map(note => [note.userId, note]))
  const people = [...new Set([...reacted, ...noted.keys()])]
  const missed: Missed[] = []
  let gone = 0
  for (let from = 0; from < people.length; from += perPage) {
    const some = people.slice(from, from + perPage)
    const members = await guild.members.fetch({ user: some })
    for (const userId of some) {
      const note = noted.get(userId)
      const member = members.get(userId)
      if (!member) {
        if (reacted.has(userId)) gone += 1
        if (note && menu.design.mode !== 'binding') dropNote(services, note)
        continue
      }
      const what = judge(note, reacted.has(userId), member.roles.cache.has(choice.role_id))
      if (what) missed.push({ userId, what })
    }
  }
  return { missed, next: upTo, compared: people.length, right: people.length - missed.length - gone, gone }
}
