import {
  ChannelType,
  DiscordAPIError,
  type Guild,
  type GuildMember,
  type NewsChannel,
  RESTJSONErrorCodes as Code,
  SnowflakeUtil,
  type TextChannel,
} from 'discord.js'
import { z } from 'zod'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Author, type Context, job, jobHandle, processState, type Services } from '#kernel/feature.ts'
import { demandInChannel } from '#kernel/rights/channel-rights.ts'
import { UserError } from '#kit/errors.ts'
import { panelsNoted } from './contract.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { listed, missingIn, permissionName } from '#kit/permissions.ts'
import { cut, inert } from '#kit/template.ts'
import type tickets from '../contract.ts'
import { carrierOf, messageHash, messageOf } from './message.ts'
import { keepPanelTeam } from './panel-team.ts'
import { changePanel, joinedTo, panelOf, removePanel, type StoredPanel } from './rows.ts'
import type { PanelMessage } from './template.ts'
import { ownOf } from './panel-history.ts'

type Ctx = Context<typeof tickets> & { member: GuildMember }
type Place = TextChannel | NewsChannel

/** How long after an interrupted posting a job settles it, in which somebody may try again. */
const settleMs = 60_000
/** How many later messages are searched for the one that was posted. */
const searched = 50

const inOrder = processState(createKeyedQueue)

const noPanel = () => new UserError('tickets.no-panel', 'There is no such panel in this server any more.', 404)

/** Whether an error means that a message or its channel no longer exists. */
export const isGone = (error: unknown): boolean =>
  error instanceof DiscordAPIError && [Code.UnknownMessage, Code.UnknownChannel].some(code => code === error.code)

/** A message of the bot that no panel refers to any more. */
const stray = z.object({ channelId: z.string(), messageId: z.string() })
const deletion = jobHandle(stray)

export const deletePanelMessage = job({
  handle: deletion,
  payload: stray,
  lane: 'answers',
  promise: () => 'delete the message of a ticket panel that was moved or deleted',
  async run({ client }, { channelId, messageId }, { guildId }) {
    const channel = client.channels.cache.get(channelId)
    if (!channel?.isTextBased() || channel.isDMBased() || channel.guildId !== guildId) return
    await channel.messages.delete(messageId).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  },
})

function deleteLater({ scheduler, now }: Services, guildId: string, message: z.output<typeof stray>): void {
  scheduler.at(deletion, { at: now(), guildId, key: message.messageId, payload: message })
}

const posting = z.object({ panelId: z.string() })
const settling = jobHandle(posting)
const settlingKey = ({ guildId, id }: Pick<StoredPanel, 'guildId' | 'id'>) => `${guildId}/${id}`

/** Whether a message has the button or select of one of these custom ids. */
const carries = (customIds: readonly string[], message: PanelMessage): boolean =>
  message.components.some(row => row.components.some(one => customIds.includes(one.custom_id)))

/** Returns the message that an interrupted posting left behind. */
async function leftBehind(services: Services, channel: Place, panel: StoredPanel): Promise<string | undefined> {
  const after = SnowflakeUtil.generate({ timestamp: (panel.postingAt ?? 0) - 1000 }).toString()
  const wanted = messageOf(services, panel)
  const found = await channel.messages.fetch({ after, limit: searched })
  return found.find(({ author, components }) => {
    const customIds = components.flatMap(row =>
      'components' in row ? row.components.flatMap(one => ('customId' in one ? (one.customId ?? []) : [])) : [],
    )
    return author.id === services.client.user.id && carries(customIds, wanted)
  })?.id
}

/** Settles an interrupted posting: the message it left behind becomes the panel's. */
export const settlePosting = job({
  handle: settling,
  payload: posting,
  lane: 'answers',
  promise: 'housekeeping',
  run: (services, { panelId }, { guildId }) =>
    inOrder(services)(`${guildId}/${panelId}`, async () => {
      const panel = panelOf(services, guildId ?? '', panelId)
      if (!panel || panel.postingChannelId === null) return
      const channel = services.client.channels.cache.get(panel.postingChannelId)
      const isPlace = channel?.type === ChannelType.GuildText || channel?.type === ChannelType.GuildAnnouncement
      const messageId = isPlace ? await leftBehind(services, channel, panel) : undefined
      if (messageId === undefined) changePanel(services, panel, { postingChannelId: null, postingAt: null })
      // The panel may have changed since; comparing it with this null shows it as outdated.
      else notePosted(services, panel, { channelId: panel.postingChannelId, messageId, deployedAs: null })
    }),
})

/** Stores where a panel's message is now, and deletes the previous one. */
function notePosted(
  services: Services,
  panel: StoredPanel,
  { channelId, messageId, deployedAs }: { channelId: string; messageId: string; deployedAs: string | null },
): void {
  services.db.transaction(() => {
    const before = panelOf(services, panel.guildId, panel.id)
    if (before && before.messageId !== null && before.messageChannelId !== null && before.messageId !== messageId)
      deleteLater(services, panel.guildId, { channelId: before.messageChannelId, messageId: before.messageId })
    changePanel(services, panel, {
      messageId,
      messageChannelId: channelId,
      deployedAt: services.now(),
      deployedAs,
      messageMissing: false,
      postingChannelId: null,
      postingAt: null,
    })
    services.scheduler.cancel(settling, settlingKey(panel))
    // Deleted while it was being posted.
    if (!before) deleteLater(services, panel.guildId, { channelId, messageId })
  })
}

/** @throws UserError if there is no such text channel, or the bot cannot post in it */
export function placeIn(guild: Guild, channelId: string): Place {
  const channel = guild.channels.cache.get(channelId)
  if (!channel) throw new UserError('tickets.no-channel', 'There is no such channel in this server.', 404)
  if (channel.type !== ChannelType.GuildText && channel.type !== ChannelType.GuildAnnouncement)
    throw new UserError('tickets.channel-kind', 'A panel is posted in a text channel. Choose one.')
  const { me } = guild.members
  const missing = me && !isHidden(channel) ? missingIn(channel, me, ['ViewChannel', 'SendMessages', 'EmbedLinks']) : []
  if (missing.length > 0)
    throw new UserError(
      'tickets.cannot-post',
      `I need ${listed(missing.map(permissionName))} in that channel to post a panel there.`,
      403,
    )
  return channel
}

/** @returns whether the message was there to be changed */
async function edit(channel: Place, messageId: string, message: PanelMessage): Promise<boolean> {
  try {
    await channel.messages.edit(messageId, { ...message, allowedMentions: { parse: [] } })
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

async function post(services: Services, channel: Place, panel: StoredPanel, message: PanelMessage): Promise<string> {
  const { db, scheduler, now } = services
  const at = now()
  // A retry after an interruption finds the message that was left behind.
  if (panel.postingChannelId === channel.id) {
    const messageId = await leftBehind(services, channel, panel)
    if (messageId !== undefined && (await edit(channel, messageId, message))) return messageId
  }
  db.transaction(() => {
    changePanel(services, panel, { postingChannelId: channel.id, postingAt: at })
    scheduler.at(settling, {
      at: at + settleMs,
      guildId: panel.guildId,
      key: settlingKey(panel),
      payload: { panelId: panel.id },
    })
  })
  const nonce = SnowflakeUtil.generate({ timestamp: at }).toString()
  const sent = await channel.send({ ...message, allowedMentions: { parse: [] }, nonce, enforceNonce: true })
  return sent.id
}

/**
 * Posts a panel, or updates its message if it is already in that channel. A panel that is joined to another appears on
 * the other one's message.
 * @returns the message's id
 * @throws UserError 404, or 403 if the member may not write there
 */
export async function deployPanel(ctx: Ctx, panelId: string, channelId: string, author: Author): Promise<string> {
  const { guild, member } = ctx
  const asked = panelOf(ctx, guild.id, panelId)
  if (!asked) throw noPanel()
  const carrier = carrierOf(ctx, asked)
  const elsewhere = carrier.id !== asked.id && carrier.messageId !== null && !carrier.messageMissing
  const place = placeIn(guild, (elsewhere ? carrier.messageChannelId : null) ?? channelId)
  await demandInChannel(place, member, ['ViewChannel', 'SendMessages'], 'channelId')
  const messageId = await postPanel(ctx, guild, carrier.id, place)
  ctx.db.transaction(() => {
    const latest = panelOf(ctx, guild.id, panelId)
    if (!latest) return
    const { id, design: before } = latest
    ctx.note(
      { kind: panelsNoted, id, name: before.title, posted: { before: carrier.messageChannelId, after: place.id } },
      author,
    )
    if (before.channel_id === channelId) return
    const design = { ...before, channel_id: channelId }
    // The revision changes, because an editor that is open elsewhere still has the previous channel.
    const saved = { savedAt: ctx.now(), savedById: member.id, savedByName: member.displayName }
    changePanel(ctx, latest, { design, revision: latest.revision + 1, ...saved })
    ctx.note({ kind: panelsNoted, id, name: before.title, before, after: design }, author)
  })
  return messageId
}

/** Posts a panel's message in a channel, or updates the one that is already there. @returns its id */
export const postPanel = (services: Services, guild: Guild, panelId: string, place: Place): Promise<string> =>
  inOrder(services)(`${guild.id}/${panelId}`, () =>
    inLane('answers', async () => {
      const panel = panelOf(services, guild.id, panelId)
      if (!panel) throw noPanel()
      const message = messageOf(services, panel)
      const deployedAs = messageHash(message)
      const { messageId, messageChannelId } = panel
      try {
        const stands = messageId !== null && messageChannelId === place.id && (await edit(place, messageId, message))
        const id = stands ? messageId : await post(services, place, panel, message)
        notePosted(services, panel, { channelId: place.id, messageId: id, deployedAs })
        return id
      } catch (error) {
        if (!(error instanceof DiscordAPIError && error.status === 400)) throw error
        const said = inert(error.message.replaceAll(/\s+/g, ' '))
        throw new UserError(
          'tickets.panel-refused',
          `Discord does not accept this panel: ${cut(said, 300)}. Check its emoji and pictures.`,
        )
      }
    }),
  )

/**
 * Deletes a panel and its message. Its tickets stay with the people who read them; panels joined to it become separate
 * again.
 * @throws UserError 404
 */
export function deletePanel(ctx: Ctx, panelId: string, author: Author): void {
  const { db, guild } = ctx
  db.transaction(() => {
    const panel = removePanel(ctx, guild.id, panelId)
    if (!panel) throw noPanel()
    keepPanelTeam(ctx, panel)
    for (const other of joinedTo(ctx, guild.id, panelId)) {
      const design = { ...other.design, joined_to: null }
      changePanel(ctx, other, { design, revision: other.revision + 1 })
      ctx.note({ kind: panelsNoted, id: other.id, name: design.title, before: other.design, after: design }, author)
    }
    ctx.note({ kind: panelsNoted, id: panelId, name: panel.design.title, before: ownOf(panel.design) }, author)
    if (panel.messageId !== null && panel.messageChannelId !== null)
      deleteLater(ctx, guild.id, { channelId: panel.messageChannelId, messageId: panel.messageId })
  })
}
