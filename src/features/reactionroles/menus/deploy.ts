import {
  DiscordAPIError,
  type Guild,
  type GuildMember,
  type GuildTextBasedChannel,
  type Message,
  RESTJSONErrorCodes as Code,
  SnowflakeUtil,
} from 'discord.js'
import { z } from 'zod'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Author, type Context, job, jobHandle, processState, type Services } from '#kernel/feature.ts'
import { demandInChannel } from '#kernel/rights/channel-rights.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { cut, inert } from '#kit/template.ts'
import { menusNoted } from './contract.ts'
import { forgetReactions } from '../choosing/rows.ts'
import type reactionroles from '../contract.ts'
import { otherRows, hashOf, mostRows, rowsOf, menusOnMessage, textOf } from './compose.ts'
import { showReactions } from './message-reactions.ts'
import { removeFromMessage } from './remove-from-message.ts'
import { channelIn, demandFits, demandBotPermissions, neededOfCaller, refused } from './demands.ts'
import { demandMenuRights, noMenu } from './rights.ts'
import { changeMenu, menuOf, type StoredMenu } from './rows.ts'

type Ctx = Context<typeof reactionroles> & { member: GuildMember }

/** After an interrupted posting, how long to leave it to the member to try again (ms). */
const settleMs = 60_000
/** How many later messages are searched for the one that was posted. */
const searched = 50

const inOrder = processState(createKeyedQueue)

/** Whether an error says that a message, or its channel, no longer exists. */
export const isGone = (error: unknown): boolean =>
  error instanceof DiscordAPIError && [Code.UnknownMessage, Code.UnknownChannel].some(code => code === error.code)

const posting = z.object({ menuId: z.string() })
const settling = jobHandle(posting)
const keyOf = ({ guildId, id }: Pick<StoredMenu, 'guildId' | 'id'>) => `${guildId}/${id}`

/** The message that an interrupted posting has left in the channel. */
async function findInterruptedPost(services: Services, channel: GuildTextBasedChannel, menu: StoredMenu) {
  const after = SnowflakeUtil.generate({ timestamp: (menu.postingAt ?? 0) - 1000 }).toString()
  const { content, embeds } = textOf(channel.guild, menu.design)
  const found = await channel.messages.fetch({ after, limit: searched })
  return found.find(
    one =>
      one.author.id === services.client.user.id &&
      one.content === content &&
      one.embeds.length === embeds.length &&
      menusOnMessage(services, menu.guildId, one.id, {}).length === 0,
  )?.id
}

/** Resolves an interrupted posting: a message that it left becomes the menu's. */
export const settlePosting = job({
  handle: settling,
  payload: posting,
  lane: 'answers',
  promise: 'housekeeping',
  async run(services, { menuId }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    const menu = guild && menuOf(services, guild.id, menuId)
    if (!guild || !menu || menu.postingChannelId === null) return
    await postOrUpdate(services, guild, menuId).catch((error: unknown) => {
      if (!(error instanceof UserError) || isOutage(error)) throw error
      // The dashboard shows what keeps it from being posted.
      changeMenu(services, menu, { postingChannelId: null, postingAt: null })
    })
  },
})

async function edit(channel: GuildTextBasedChannel, id: string, body: object): Promise<boolean> {
  try {
    await channel.messages.edit(id, { ...body, allowedMentions: { parse: [] } })
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

async function post(services: Services, channel: GuildTextBasedChannel, menu: StoredMenu): Promise<string> {
  const { db, scheduler, now } = services
  const at = now()
  // A second attempt after an interruption finds the message of the first.
  if (menu.postingChannelId === channel.id) {
    const id = await findInterruptedPost(services, channel, menu)
    if (id !== undefined) return id
  }
  db.transaction(() => {
    changeMenu(services, menu, { postingChannelId: channel.id, postingAt: at })
    const payload = { menuId: menu.id }
    scheduler.at(settling, { at: at + settleMs, guildId: menu.guildId, key: keyOf(menu), payload })
  })
  const nonce = SnowflakeUtil.generate({ timestamp: at }).toString()
  const body = { ...textOf(channel.guild, menu.design), components: rowsOf(channel.guild, menu) }
  const sent = await channel.send({ ...body, allowedMentions: { parse: [] }, nonce, enforceNonce: true })
  return sent.id
}

/** All rows of a message of ours. @throws UserError if there are too many */
function allRows(services: Services, guild: Guild, message: Pick<Message, 'id' | 'components'>, put: StoredMenu) {
  const own = menusOnMessage(services, guild.id, message.id, { put }).flatMap(one => rowsOf(guild, one))
  const rows = [...otherRows(message), ...own]
  if (rows.length > mostRows)
    throw refused(
      'rows',
      'A message can have at most five rows of buttons and selects. Use a select, or another message.',
      'choices',
    )
  return rows
}

/** The message that a menu is now on. */
interface Standing {
  channel: GuildTextBasedChannel
  messageId: string
  own: boolean
}

async function write(services: Services, guild: Guild, menu: StoredMenu): Promise<Standing> {
  const channel = channelIn(guild, menu.design.channel_id)
  demandBotPermissions(guild, menu.design, channel)
  const text = textOf(guild, menu.design)
  if (text.content === '' && text.embeds.length === 0)
    throw refused('empty', 'Write a message or an embed: Discord does not accept an empty message.', 'content')
  const { messageId, messageChannelId, messageOwn } = menu
  if (messageId !== null && messageOwn && messageChannelId === channel.id) {
    const standing = await channel.messages.fetch(messageId).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
    if (standing && (await edit(channel, messageId, { ...text, components: allRows(services, guild, standing, menu) })))
      return { channel, messageId, own: true }
  }
  return { channel, messageId: await post(services, channel, menu), own: true }
}

async function attach(services: Services, guild: Guild, menu: StoredMenu): Promise<Standing> {
  const { design } = menu
  const channel = channelIn(guild, design.channel_id, 'attached_id')
  demandBotPermissions(guild, design, channel)
  if (design.attached_id === null) throw refused('no-message', 'Put in the link of a message first.', 'attached_id')
  const message = await channel.messages.fetch(design.attached_id).catch((error: unknown) => {
    if (isGone(error))
      throw refused('no-message', 'That message is not there any more. Put in another link.', 'attached_id', 404)
    throw error
  })
  demandFits(message, design)
  const wasRows = menu.messageId === message.id && menu.deployedKind !== null && menu.deployedKind !== 'reactions'
  if (design.kind !== 'reactions' || wasRows)
    await edit(channel, message.id, { components: allRows(services, guild, message, menu) })
  return { channel, messageId: message.id, own: false }
}

/** Turns Discord's refusal of a message into a sentence. */
const explainRefusal = (error: unknown): unknown =>
  error instanceof DiscordAPIError && error.status === 400
    ? new UserError(
        'reactionroles.refused',
        `Discord does not accept this menu: ${cut(inert(error.message.replaceAll(/\s+/g, ' ')), 300)}. Look at its emoji and pictures.`,
      )
    : error

/** Posts a menu, attaches it, or updates it in place. @returns its message's id */
const postOrUpdate = (services: Services, guild: Guild, menuId: string): Promise<string> =>
  inOrder(services)(guild.id, () =>
    inLane('answers', async () => {
      const menu = menuOf(services, guild.id, menuId)
      if (!menu) throw noMenu()
      const { design } = menu
      if (!design.choices.some(one => guild.roles.cache.has(one.role_id)))
        throw refused('no-choices', 'Add at least one role first.', 'choices')
      try {
        const { channel, messageId, own } = await (design.source === 'written' ? write : attach)(services, guild, menu)
        const moved = menu.messageId !== messageId
        services.db.transaction(() => {
          if (moved || menu.deployedKind !== design.kind) forgetReactions(services, guild.id, menuId)
          changeMenu(services, menu, {
            messageId,
            messageChannelId: channel.id,
            messageOwn: own,
            messageMissing: false,
            deployedAt: services.now(),
            deployedKind: design.kind,
            postingChannelId: null,
            postingAt: null,
          })
          services.scheduler.cancel(settling, keyOf(menu))
        })
        if (moved) removeFromMessage(services, guild, menu)
        await showReactions(services, guild, moved ? { ...menu, emojis: [] } : menu, {
          channelId: channel.id,
          messageId,
        })
        changeMenu(services, menu, { deployedAs: hashOf(guild, menu) })
        return messageId
      } catch (error) {
        throw explainRefusal(error)
      }
    }),
  )

/**
 * Posts a menu on behalf of a member who could create it themselves: all of its roles must be below their highest.
 * @returns the message's id
 * @throws UserError 404, 403 if they or the bot may not post it, 400 with the fields that have problems
 */
export async function deployMenu(ctx: Ctx, menuId: string, author: Author): Promise<string> {
  const { guild, member } = ctx
  const menu = demandMenuRights(ctx, menuOf(ctx, guild.id, menuId), 'post its menu')
  const channel = channelIn(guild, menu.design.channel_id)
  await demandInChannel(channel, member, neededOfCaller(menu.design), 'channel_id')
  const before = menu.messageChannelId
  const messageId = await postOrUpdate(ctx, guild, menuId)
  const posted = { before, after: channel.id }
  ctx.db.transaction(() => ctx.note({ kind: menusNoted, id: menuId, name: menu.design.name, posted }, author))
  return messageId
}
