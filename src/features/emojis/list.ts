import {
  type APIEmoji,
  type APIUser,
  calculateUserDefaultAvatarIndex,
  type GuildMember,
  SnowflakeUtil,
} from 'discord.js'
import { dayStart, type Person } from '#contract'
import type { Context } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { peopleOf } from '#kit/people.ts'
import type emojis from './contract.ts'
import { kindOf, kinds, type ListedEmoji, type RemovedEmoji } from './emoji/contract.ts'
import { emojiEvents } from './event-count.ts'
import { allEmojis } from './orders/fresh-emoji.ts'
import { wordsFor } from './orders/carry-out.ts'
import { roomIn } from './orders/refusals.ts'
import { addersOf, ordersOf, removedOf } from './orders/rows.ts'
import { emojiAddress } from './pictures.ts'
import { adderOf, addingProblem, changingProblem, type Maker } from './rights.ts'
import { usesOf } from './usage/read.ts'
import { countingSince, noteCounting } from './usage/counting-since.ts'

type Ctx = Context<typeof emojis> & { member: GuildMember }

/** For how long (ms) Discord's answer may be reused for the page. */
const freshMs = 3000

/** An existing emoji. Its uploader is known only if Discord says so. */
interface Present {
  id: string
  name: string
  animated: boolean
  available: boolean
  roles: string[]
  uploader?: APIUser | undefined
}

/** Leaves out emojis that other services manage. */
const presentAtDiscord = (all: readonly APIEmoji[]): Present[] =>
  all.flatMap(({ id, name, animated = false, available, roles = [], user, managed }) =>
    managed === true || id === null || name === null
      ? []
      : [{ id, name, animated, available: available !== false, roles, uploader: user }],
  )

const presentInCache = ({ emojis }: Ctx['guild']): Present[] =>
  [...emojis.cache.values()]
    .filter(({ managed }) => !managed)
    .map(({ id, name, animated, available, roles }) => ({
      id,
      name,
      animated,
      available: available !== false,
      roles: [...roles.cache.keys()],
    }))

/**
 * Fetches the emojis from Discord, because the gateway may not have reported our latest changes yet. If Discord does
 * not answer, the cached ones are returned; their uploaders are then unknown.
 */
async function presentIn(ctx: Ctx): Promise<Present[]> {
  const { askDiscord, client, guild } = ctx
  try {
    const all = await askDiscord({
      guildId: guild.id,
      key: `emojis.list/${emojiEvents(ctx, guild.id)}`,
      ttlMs: freshMs,
      ask: () => allEmojis({ client }, guild.id),
    })
    return presentAtDiscord(all)
  } catch (error) {
    if (!isOutage(error)) throw error
    return presentInCache(guild)
  }
}

function personFrom({ rest: { cdn } }: Ctx['client'], user: APIUser): Person {
  const { id, username, global_name: name, avatar } = user
  const avatarURL =
    avatar === null
      ? cdn.defaultAvatar(calculateUserDefaultAvatarIndex(id))
      : cdn.avatar(id, avatar, { extension: 'png', size: 64 })
  return { id, name: name ?? username, avatarURL }
}

/** The emojis of a server, as its page shows them. */
export async function listEmojis(ctx: Ctx) {
  const { guild, member, own, client, config } = ctx
  if (own.counting && own.enabled) noteCounting(ctx, guild.id)
  const present = await presentIn(ctx)
  const there = new Map(present.map(one => [one.id, one]))
  const adders = addersOf(ctx, guild.id)
  const uses = usesOf(ctx, guild.id)
  // Anti-nuke may have restored some of the deleted emojis.
  const removed = removedOf(ctx, guild.id).filter(({ emojiId }) => !there.has(emojiId))
  const makerOf = (id: string): Maker => ({ uploaderId: there.get(id)?.uploader?.id, byId: adders.get(id) ?? null })
  // Discord's answer includes most of these people; only the others are looked up.
  const told = new Map(present.flatMap(({ uploader: user }) => (user ? [[user.id, personFrom(client, user)]] : [])))
  const looked = await peopleOf(
    client,
    [
      ...present.map(({ id }) => adderOf(makerOf(id), client.user.id)),
      ...removed.map(({ removedById }) => removedById),
    ].filter(id => typeof id === 'string' && !told.has(id)) as string[],
  )
  const people = (id: string) => told.get(id) ?? looked(id)
  const listed = present.map(({ id, name, animated, available, roles }): ListedEmoji => {
    const used = uses(id)
    const maker = makerOf(id)
    const adder = adderOf(maker, client.user.id)
    return {
      id,
      name,
      animated,
      url: emojiAddress(config.discord.cdnUrl, { id, animated }),
      available,
      roles,
      createdAt: SnowflakeUtil.timestampFrom(id),
      addedBy: adder === undefined ? null : people(adder),
      throughBot: maker.uploaderId === client.user.id && adders.has(id),
      messages: used.messages,
      reactions: used.reactions,
      weeks: used.weeks,
      lastUsedAt: used.lastDay === null ? null : dayStart(used.lastDay),
      locked: changingProblem(guild, member, maker) ?? null,
    }
  })
  const [still, moving] = kinds.map(kind => ({
    ...roomIn(guild, kind),
    used: present.filter(({ animated }) => kindOf(animated) === kind).length,
  }))
  return {
    emojis: listed,
    slots: { static: still ?? { used: 0, most: 0 }, animated: moving ?? { used: 0, most: 0 } },
    countingSince: countingSince(ctx, guild.id) ?? null,
    makersKnown: present.length === 0 || present.some(({ uploader }) => uploader !== undefined),
    closed: addingProblem(guild, member) ?? null,
    removed: removed.toReversed().map(
      ({ emojiId: id, name, animated, removedAt, removedById }): RemovedEmoji => ({
        id,
        name,
        animated,
        removedAt,
        removedBy: removedById === null ? null : people(removedById),
      }),
    ),
    waiting: ordersOf(ctx, guild.id).map(order => ({ id: order.id, act: wordsFor(order), at: order.at })),
  }
}
