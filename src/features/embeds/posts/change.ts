import { DiscordAPIError, type GuildMember, RESTJSONErrorCodes as Code, Routes } from 'discord.js'
import type { APIMessage } from 'discord.js'
import type { Body } from '#contract'
import { inLane } from '#kernel/discord/lanes.ts'
import type { Context } from '#kernel/feature.ts'
import { demandInChannel } from '#kernel/rights/channel-rights.ts'
import { UserError } from '#kit/errors.ts'
import { hiddenChannel, isHidden } from '#kit/hidden-channel.ts'
import type embeds from '../contract.ts'
import type { endpoints, SentFile } from '../contract.ts'
import { removeDraft } from '../drafts/rows.ts'
import { dropUnusedFiles, readFiles } from '../files/files.ts'
import { type Place, targetChannel } from './target-channel.ts'
import { allProblems, controlIds, demandNone, filled } from './prepare.ts'
import { edit, type Hook, hookIn, refusedByDiscord } from './request.ts'
import { changePost, noteMissing, removePost, type StoredPost } from './rows.ts'
import { visiblePost } from './visible-posts.ts'
import { messagesNoted } from './send.ts'
import { summaryOf } from '../stored-message.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }
interface Sent extends StoredPost {
  messageId: string
}

const noPost = () => new UserError('embeds.no-post', 'That message is not there any more.', 404)
const noHook = () =>
  new UserError('embeds.no-webhook', 'The webhook that sent this is gone, and only it can change the message.', 409)

/** @throws UserError 404 if there is none that the caller may see, 409 while it is unknown whether it was sent */
function demandSent(ctx: Ctx, id: string): Sent {
  const post = visiblePost(ctx, id)
  if (!post) throw noPost()
  const { messageId } = post
  if (messageId === null)
    throw new UserError('embeds.unsure', 'It is not known yet whether this was sent. Look again in a minute.', 409)
  return { ...post, messageId }
}

const isGone = (error: unknown): boolean =>
  error instanceof DiscordAPIError && [Code.UnknownMessage, Code.UnknownChannel].some(code => code === error.code)

/** Handles an error from Discord about a message of ours; if the message is gone, that is recorded. */
function failed(ctx: Ctx, { guildId, messageId }: Sent, error: unknown): never {
  if (isGone(error)) {
    noteMissing(ctx, guildId, messageId)
    throw new UserError('embeds.message-gone', 'That message was deleted in Discord.', 404)
  }
  throw refusedByDiscord(error)
}

/** The webhook that sent it; undefined if the bot itself did. @throws UserError 409 if the webhook no longer exists */
async function hookOf(ctx: Ctx, { webhookId, channelId }: Sent): Promise<Hook | undefined> {
  if (webhookId === null) return undefined
  const hook = await hookIn(ctx, channelId, false).catch((error: unknown) => {
    throw refusedByDiscord(error)
  })
  if (hook?.id !== webhookId) throw noHook()
  return hook
}

function demandPlace(ctx: Ctx, { channelId }: StoredPost): Place {
  const channel = targetChannel(ctx, channelId)
  if (!channel) throw new UserError('embeds.no-channel', 'The channel of that message is gone.', 404)
  if (isHidden(channel)) throw hiddenChannel()
  return channel
}

/** The message as it was written, with the files that Discord stores for it now. */
export async function openPost(ctx: Ctx, id: string): Promise<{ post: StoredPost; files: SentFile[] }> {
  const post = visiblePost(ctx, id)
  if (!post) throw noPost()
  const { messageId, channelId, message } = post
  if (messageId === null || message.attachments.length === 0 || !targetChannel(ctx, channelId))
    return { post, files: [] }
  const asked = await ctx
    .askDiscord({
      guildId: ctx.guild.id,
      key: `embeds.files ${messageId}`,
      ttlMs: 30_000,
      ask: () => ctx.client.rest.get(Routes.channelMessage(channelId, messageId)) as Promise<APIMessage>,
    })
    .catch((error: unknown) => failed(ctx, { ...post, messageId }, error))
  const files = asked.attachments.map(one => ({
    id: one.id,
    filename: one.filename,
    url: one.url,
    type: one.content_type ?? 'application/octet-stream',
    bytes: one.size,
  }))
  return { post, files }
}

/** @throws UserError with every reason why it cannot be edited like that */
export const editPost = (ctx: Ctx, id: string, body: Body<(typeof endpoints)['editPost']>): Promise<StoredPost> =>
  inLane('answers', async () => {
    const { now, member, guild } = ctx
    const post = demandSent(ctx, id)
    const place = demandPlace(ctx, post)
    await demandInChannel(place, member, ['ViewChannel', 'SendMessages'])
    const { message, name } = body
    if (post.message.kind === 'components' && message.kind === 'embeds')
      throw new UserError(
        'embeds.kind',
        'A message that was sent as components cannot become an ordinary one. Send a new message.',
      )
    const known = new Set(post.message.attachments.map(file => file.id))
    const attachments = message.attachments.filter(file => known.has(file.id) || /^[0-9a-f]{32}$/.test(file.id))
    const wanted = { ...message, attachments }
    demandNone(allProblems(ctx, post.channelId, { sender: post.sender, message: wanted }))
    const hook = await hookOf(ctx, post)
    const outgoing = {
      message: filled(ctx, wanted),
      files: await readFiles(ctx, attachments),
      pings: { everyone: false, roles: [], users: [] },
      control: controlIds(post.id, wanted),
    }
    const { channelId, messageId } = post
    const found = await edit(ctx, { ...outgoing, channelId, messageId, hook }).catch((error: unknown) =>
      failed(ctx, post, error),
    )
    const sentIds = new Map(found.attachments.map(file => [file.filename, file.id]))
    const stored = {
      ...wanted,
      attachments: attachments.map(file => ({ ...file, id: sentIds.get(file.filename) ?? file.id })),
    }
    const edited = { editedAt: now(), editedById: member.id, editedByName: member.displayName }
    const changed = ctx.db.transaction(() => {
      if (body.draftId !== null) removeDraft(ctx, guild.id, body.draftId)
      const told = (of: StoredPost) => ({ name: of.name, text: summaryOf(of.message) })
      const after = changePost(ctx, post, { message: stored, name, missing: false, ...edited }) ?? post
      const noted = { kind: messagesNoted, id, name: name || 'Message', before: told(post), after: told(after) }
      ctx.note(noted, { userId: member.id, via: 'dashboard' })
      return after
    })
    await dropUnusedFiles(ctx, attachments)
    return changed
  })

/** Deletes a message in Discord too; if it is already gone there, only here. */
export const deletePost = (ctx: Ctx, id: string): Promise<void> =>
  inLane('answers', async () => {
    const { guild, member } = ctx
    const post = visiblePost(ctx, id)
    if (!post) throw noPost()
    if (guild.channels.cache.has(post.channelId) && post.messageId !== null && !post.missing) {
      const sent = demandSent(ctx, id)
      const place = demandPlace(ctx, sent)
      await demandInChannel(place, member, ['ViewChannel', 'SendMessages'])
      const { channelId, messageId } = sent
      const hook = await hookOf(ctx, sent).catch(() => undefined)
      const route = hook
        ? Routes.webhookMessage(hook.id, hook.token, messageId)
        : Routes.channelMessage(channelId, messageId)
      await ctx.client.rest.delete(route, hook ? { auth: false } : {}).catch((error: unknown) => {
        if (!isGone(error)) failed(ctx, sent, error)
      })
    }
    ctx.db.transaction(() => {
      removePost(ctx, post)
      const before = { name: post.name, text: summaryOf(post.message) }
      const noted = { kind: messagesNoted, id, name: post.name || 'Message', before }
      ctx.note(noted, { userId: member.id, via: 'dashboard' })
    })
  })
