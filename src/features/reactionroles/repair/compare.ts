import { type APIUser, DiscordAPIError, type Guild, ReactionType, RESTJSONErrorCodes as Code } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { emojiPath } from '../choosing/perform.ts'
import { dropNote, forgetReactions, type Note, notesBetween } from '../choosing/rows.ts'
import { type Choice, emojiKey, typedKey } from '../menus/contract.ts'
import { noteMissing, type StoredMenu } from '../menus/rows.ts'

/** Discord's: people of one request, to REST and to the gateway. */
const perPage = 100

/** What is to be made up for about somebody. */
interface Missed {
  userId: string
  what: 'add' | 'remove' | 'byHand'
}

export interface ComparedPage {
  missed: Missed[]
  /** The id after which the next page begins; undefined when this was the last. */
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
 * The emoji of a menu's message that the bot's own reaction stands at; undefined where the message is gone or cannot be
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

/** Who reacted, by rising id. Discord lists normal and super reactions apart; each chooses as well as the other. */
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

/** Whether somebody's reaction stands now. */
export async function stands(services: Services, menu: StoredMenu, choice: Choice, userId: string): Promise<boolean> {
  const [first] = await reactors(services, menu, choice, String(BigInt(userId) - 1n), 1)
  return first?.id === userId
}

/** Reactions of one emoji were cleared by somebody: the roles stay, and ours is put back. */
async function putBack(services: Services, menu: StoredMenu, choice: Choice): Promise<void> {
  forgetReactions(services, menu.guildId, menu.id, choice.id)
  const path = emojiPath(choice.emoji)
  if (path === undefined) return
  await services.client.rest.put(`${base(menu)}/reactions/${path}/@me`).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}

/** What a note says of somebody who is in the server, beside what stands there. */
function judge(note: Note | undefined, hasReacted: boolean, hasRole: boolean): Missed['what'] | undefined {
  if (hasReacted && !note?.reacted) return 'add'
  // Also of what is still to be given: that is done first, and the reaction was taken away since.
  if (!hasReacted && note?.reacted) return 'remove'
  return note?.state === 'held' && note.due === null && hasReacted && !hasRole ? 'byHand' : undefined
}

/** The smaller of two ids; nothing is larger than any. */
const lower = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined ? b : b === undefined || BigInt(a) < BigInt(b) ? a : b

/**
 * Compares a page of who reacted with what is known and with their roles, by rising id.
 * @param own the emoji that the bot's own reactions stand at
 * @param after the id that the page before ended with
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
