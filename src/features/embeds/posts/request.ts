import { type APIMessage, type APIWebhook, DiscordAPIError, type RawFile, Routes, SnowflakeUtil } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { explain } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { messageAsJson } from '#kit/message/json/writing/contract.ts'
import { nonceOf } from '#kit/nonce.ts'
import { cut, inert } from '#kit/template.ts'
import type { Pings } from '../contract.ts'
import type { Sender } from '../sender/contract.ts'
import { allowedMentions } from './pings.ts'

type Ctx = Pick<Services, 'client'>

/** A webhook of the bot's own; its token is requested from Discord each time, and stored nowhere. */
export interface Hook {
  id: string
  token: string
}

interface Outgoing {
  /** With its placeholders filled in. */
  message: MessageDraft
  files: readonly (RawFile & { description: string })[]
  pings: Pings
  /** Returns the custom id of a control. */
  control: (place: number) => string
}

const bodyOf = ({ message, files, pings, control }: Outgoing) => ({
  ...messageAsJson(message, control),
  allowed_mentions: allowedMentions(pings),
  attachments: files.map(({ name, description }, place) => ({
    id: String(place),
    filename: name,
    ...(description !== '' && { description }),
  })),
})

const filesIn = (files: Outgoing['files']) => (files.length === 0 ? {} : { files: [...files] })

const nameFor = (username: string) => (/clyde|discord/i.test(username) ? 'Messages' : username.slice(0, 80))

/** The bot's webhook in a channel. @param make whether to create it if there is none */
export async function hookIn(ctx: Ctx, channelId: string, make: boolean): Promise<Hook | undefined> {
  const { rest, application, user } = ctx.client
  const all = (await rest.get(Routes.channelWebhooks(channelId))) as APIWebhook[]
  const own = all.find(one => one.application_id === application.id && one.token !== undefined)
  if (own?.token !== undefined) return { id: own.id, token: own.token }
  if (!make) return undefined
  const body = { name: nameFor(user.username) }
  const made = (await rest.post(Routes.channelWebhooks(channelId), { body, reason: 'Messages' })) as APIWebhook
  return made.token === undefined ? undefined : { id: made.id, token: made.token }
}

/** @returns the message as returned by Discord */
export async function post(
  ctx: Ctx,
  channelId: string,
  { key, sender, hook, ...outgoing }: Outgoing & { key: string; sender: Sender; hook: Hook | undefined },
): Promise<APIMessage> {
  const { rest } = ctx.client
  const body = bodyOf(outgoing)
  const files = filesIn(outgoing.files)
  if (!sender || !hook) {
    const once = { nonce: nonceOf(key), enforce_nonce: true }
    return (await rest.post(Routes.channelMessages(channelId), { body: { ...body, ...once }, ...files })) as APIMessage
  }
  const from = { username: sender.name, ...(sender.avatar_url !== '' && { avatar_url: sender.avatar_url }) }
  return (await rest.post(Routes.webhook(hook.id, hook.token), {
    auth: false,
    query: new URLSearchParams({ wait: 'true' }),
    body: { ...body, ...from },
    ...files,
  })) as APIMessage
}

/**
 * Edits a message. Discord keeps every part that an edit leaves out, so all parts are named. @returns the message as
 * returned by Discord
 */
export async function edit(
  ctx: Ctx,
  {
    channelId,
    messageId,
    hook,
    ...outgoing
  }: Outgoing & { channelId: string; messageId: string; hook: Hook | undefined },
): Promise<APIMessage> {
  const { message, files } = outgoing
  const { flags = 0, ...said } = bodyOf(outgoing) as ReturnType<typeof bodyOf> & { flags?: number }
  const kept = message.attachments.filter(({ id }) => /^\d{17,20}$/.test(id)).map(({ id }) => ({ id }))
  const body = {
    ...(message.kind === 'embeds' ? { content: '', embeds: [], components: [] } : { content: null, embeds: [] }),
    ...said,
    // Discord documents only the other flags for edits.
    flags: flags & ~(1 << 12),
    attachments: [...kept, ...said.attachments],
  }
  const where = hook
    ? Routes.webhookMessage(hook.id, hook.token, messageId)
    : Routes.channelMessage(channelId, messageId)
  return (await ctx.client.rest.patch(where, { body, ...filesIn(files), ...(hook && { auth: false }) })) as APIMessage
}

/** Discord's error about a message, in our words: a webhook's original error would contain its token. */
export function refusedByDiscord(error: unknown): unknown {
  const told = explain(error)
  if (told) return told
  if (!(error instanceof DiscordAPIError) || error.status >= 500) return error
  const said = inert(error.message.replaceAll(/\s+/g, ' '))
  return new UserError('embeds.discord', `Discord does not take this message: ${cut(said, 300)}`)
}

/** A snowflake just below the id of any message sent since that time. */
export const idBefore = (at: number): string => SnowflakeUtil.generate({ timestamp: Math.max(at - 1000, 0) }).toString()
