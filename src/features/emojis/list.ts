import {
  type APIEmoji,
  type APIUser,
  calculateUserDefaultAvatarIndex,
  type GuildMember,
  SnowflakeUtil,
} from 'discord.js'
import { dayStart, type Person } from '#contract'
import { type Context, state } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { peopleOf } from '#kit/people.ts'
import type emojis from './contract.ts'
import { kinds, type ListedEmoji, type RemovedEmoji } from './emoji/contract.ts'
import { allEmojis } from './orders/acts.ts'
import { wordsFor } from './orders/carry-out.ts'
import { roomIn } from './orders/refusals.ts'
import { addersOf, ordersOf, removedOf } from './orders/rows.ts'
import { emojiAddress } from './pictures.ts'
import { adderOf, addingProblem, changingProblem, type Maker } from './rights.ts'
import { usesOf } from './usage/read.ts'
import { countingSince, noteCounting } from './usage/counting-since.ts'

type Ctx = Context<typeof emojis> & { member: GuildMember }

/** So long an answer of Discord's is good enough for the next look at the page. */
const freshMs = 3000

/** Counts what happens to a server's emojis: what Discord said of them before is not good enough after it. */
const happened = state(() => ({ times: 0 }))
export const noteHappened = (ctx: Context<typeof emojis>): void => void (happened(ctx, ctx.guild.id).times += 1)

/** Who uploaded each, as far as Discord tells: nobody where it does not answer. */
async function uploadersOf(ctx: Ctx): Promise<Map<string | null, APIEmoji['user']>> {
  const { askDiscord, client, guild } = ctx
  try {
    const all = await askDiscord({
      guildId: guild.id,
      key: `emojis.list/${happened(ctx, guild.id).times}`,
      ttlMs: freshMs,
      ask: () => allEmojis({ client }, guild.id),
    })
    return new Map(all.map(({ id, user }) => [id, user]))
  } catch (error) {
    if (!isOutage(error)) throw error
    return new Map()
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

/** The emojis of a server, as the page shows them. */
export async function listEmojis(ctx: Ctx) {
  const { guild, member, own, client, config } = ctx
  if (own.counting && own.enabled) noteCounting(ctx, guild.id)
  const uploaders = await uploadersOf(ctx)
  const adders = addersOf(ctx, guild.id)
  const uses = usesOf(ctx, guild.id)
  const present = [...guild.emojis.cache.values()].filter(({ managed }) => !managed)
  // What anti-nuke has put back is there again.
  const removed = removedOf(ctx, guild.id).filter(({ emojiId }) => !guild.emojis.cache.has(emojiId))
  const makerOf = (id: string): Maker => ({ uploaderId: uploaders.get(id)?.id, byId: adders.get(id) ?? null })
  // Discord has told who most are: the others are looked up.
  const told = new Map([...uploaders.values()].flatMap(user => (user ? [[user.id, personFrom(client, user)]] : [])))
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
      available: available !== false,
      roles: [...roles.cache.keys()],
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
  const [still, moving] = kinds.map(kind => roomIn(guild, kind))
  return {
    emojis: listed,
    slots: { static: still ?? { used: 0, most: 0 }, animated: moving ?? { used: 0, most: 0 } },
    countingSince: countingSince(ctx, guild.id) ?? null,
    makersKnown: present.length === 0 || [...uploaders.values()].some(user => user !== undefined),
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
