import { type APIWebhook, AuditLogEvent, ChannelType, GatewayDispatchEvents, WebhookType } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween, renamed } from '../audit.ts'
import { DiscordError, unknown } from '../errors.ts'
import { isSystemWebhook } from '../guild/features.ts'
import { image, tooMany } from '../fields.ts'
import { optional, parseForm, refusal, snowflake, text } from '../form.ts'
import { type ActingUser, permissionsIn, requirePermission } from '../guard.ts'
import { applicationOfBot, guildChannelOf, guildOf, userOf } from '../lookup.ts'
import { has, permission } from '../permissions.ts'
import { emitToGuild } from '../emit.ts'
import type { GuildState } from '../state.ts'
import { keepImage } from '../uploads.ts'

/** Source: Discord's documentation, "Webhook Resource". */
const perChannel = 15
const perGuild = 1000

export const webhookName = text(80, 1).superRefine((name, context) => {
  for (const word of ['clyde', 'discord']) {
    if (!name.toLowerCase().includes(word)) continue
    context.addIssue({ code: 'custom', ...refusal('USERNAME_INVALID_CONTAINS', `Username cannot contain "${word}"`) })
  }
})

const createForm = z.object({ name: webhookName, avatar: image.optional() })
const changeForm = z.object({
  name: optional(webhookName),
  avatar: image.optional(),
  channel_id: optional(snowflake),
})

const webhookChannels = new Set([
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
])

/** A webhook that is known to be in a guild. */
export interface StoredHook extends APIWebhook {
  guild_id: string
  channel_id: string
}

/** @throws DiscordError 10015 */
export function webhookOf(sandbox: Sandbox, id: string): StoredHook {
  for (const { webhooks, guild } of sandbox.world.guilds.values()) {
    const hook = webhooks.get(id)
    // Every webhook here has a channel; the documented type allows for ones whose channel is hidden.
    if (hook) return Object.assign(hook as StoredHook, { guild_id: guild.id })
  }
  throw unknown.webhook()
}

/** The webhook with this id and token; the token is all the permission needed. @throws DiscordError 10015, 50027 */
export function webhookOfToken(sandbox: Sandbox, id: string, token: string): StoredHook {
  const hook = webhookOf(sandbox, id)
  if (hook.token !== token) throw new DiscordError(401, 50_027, 'Invalid Webhook Token')
  return hook
}

/** Needs MANAGE_WEBHOOKS in its channel. @throws DiscordError 10015, 50001, 50013 */
export function requireWebhook(sandbox: Sandbox, actorId: string, id: string): StoredHook {
  const hook = webhookOf(sandbox, id)
  requirePermission(sandbox, actorId, hook.guild_id, permission.ManageWebhooks, hook.channel_id)
  return hook
}

/** @throws DiscordError 10003, 30007 or 30058 when there are too many, 50013, 50024, 50035 */
export function createWebhook(sandbox: Sandbox, actor: ActingUser, channelId: string, body: unknown): APIWebhook {
  const { channel, guildId } = guildChannelOf(sandbox.world, channelId)
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageWebhooks, channelId)
  if (!webhookChannels.has(channel.type))
    throw new DiscordError(400, 50_024, 'Cannot execute action on this channel type')
  const { name, avatar } = parseForm(createForm, body)
  requireWebhookLimits(state, channelId)
  const id = sandbox.nextId()
  const token = secret(sandbox)
  const hook: StoredHook = {
    id,
    type: WebhookType.Incoming,
    guild_id: guildId,
    channel_id: channelId,
    name,
    avatar: keepImage(sandbox, avatar) ?? null,
    token,
    application_id: applicationOfBot(sandbox.world, actor.userId)?.id ?? null,
    user: userOf(sandbox.world, actor.userId),
    url: `${sandbox.origin()}/api/webhooks/${id}/${token}`,
  }
  return addWebhook(sandbox, actor, state, hook)
}

/** @throws DiscordError 30007, 30058 */
export function requireWebhookLimits({ webhooks }: GuildState, channelId: string): void {
  const others = [...webhooks.values()]
  if (others.filter(hook => hook.channel_id === channelId).length >= perChannel)
    throw tooMany(30_007, 'webhooks', perChannel)
  if (others.length >= perGuild) throw tooMany(30_058, 'webhooks per guild', perGuild)
}

/** Stores a new webhook, announces that the webhooks of its channel have changed, and logs it. */
export function addWebhook(sandbox: Sandbox, actor: ActingUser, state: GuildState, hook: StoredHook): StoredHook {
  state.webhooks.set(hook.id, hook)
  announce(sandbox, hook.guild_id, hook.channel_id)
  record(sandbox, actor, hook.guild_id, hook, AuditLogEvent.WebhookCreate, loggedBetween({}, hook))
  return hook
}

/** @param actor undefined for a request by token alone: then the channel stays, and the log names nobody */
export function editWebhook(
  sandbox: Sandbox,
  actor: ActingUser | undefined,
  hook: StoredHook,
  body: unknown,
): APIWebhook {
  requireNoSystemWebhook(hook)
  const change = parseForm(changeForm, body)
  const before = { ...hook }
  if (actor && change.channel_id !== undefined) {
    const target = guildChannelOf(sandbox.world, change.channel_id)
    if (target.guildId !== hook.guild_id) throw unknown.channel()
    requirePermission(sandbox, actor.userId, hook.guild_id, permission.ManageWebhooks, change.channel_id)
    hook.channel_id = change.channel_id
  }
  if (change.name !== undefined) hook.name = change.name
  if (change.avatar !== undefined) hook.avatar = keepImage(sandbox, change.avatar)
  announce(sandbox, hook.guild_id, hook.channel_id)
  record(sandbox, actor, hook.guild_id, hook, AuditLogEvent.WebhookUpdate, loggedBetween(before, hook))
  return hook
}

/** @param actor undefined for a request by token alone: then the log names nobody, and takes no reason */
export function deleteWebhook(sandbox: Sandbox, actor: ActingUser | undefined, hook: StoredHook): void {
  requireNoSystemWebhook(hook)
  guildOf(sandbox.world, hook.guild_id).webhooks.delete(hook.id)
  announce(sandbox, hook.guild_id, hook.channel_id)
  record(sandbox, actor, hook.guild_id, hook, AuditLogEvent.WebhookDelete, loggedBetween(hook, {}))
}

/** @throws DiscordError 50073 for the webhook that posts Discord's news */
function requireNoSystemWebhook(hook: StoredHook): void {
  if (isSystemWebhook(hook)) throw new DiscordError(400, 50_073, 'Cannot modify a system webhook')
}

/** Lists the webhooks of a guild, or of one of its channels. @throws DiscordError 50013 */
export function listWebhooks(sandbox: Sandbox, actorId: string, guildId: string, channelId?: string): APIWebhook[] {
  const state = requirePermission(sandbox, actorId, guildId, permission.ManageWebhooks, channelId)
  return [...state.webhooks.values()].filter(hook => channelId === undefined || hook.channel_id === channelId)
}

/**
 * A webhook as a caller sees it: another application's without its token, and one that follows a channel without that
 * channel when its maker cannot see it.
 */
export function shownTo(sandbox: Sandbox, actorId: string | undefined, hook: APIWebhook): APIWebhook {
  if (hook.type === WebhookType.ChannelFollower) return shownFollower(sandbox, hook)
  const own = actorId === undefined ? undefined : applicationOfBot(sandbox.world, actorId)?.id
  if (hook.application_id === null || hook.application_id === own) return hook
  const { token: _, url: __, ...rest } = hook
  return rest
}

function shownFollower(sandbox: Sandbox, hook: APIWebhook): APIWebhook {
  const { source_guild: _, source_channel: source, ...rest } = hook
  const sourceId = source?.id ?? ''
  const granted = sandbox.world.channels.has(sourceId) ? permissionsIn(sandbox, hook.user?.id ?? '', sourceId) : 0n
  return has(granted, permission.ViewChannel) ? hook : rest
}

/** Never the token. */
const logged: (keyof APIWebhook)[] = ['type', 'name', 'channel_id', 'avatar', 'application_id']

const loggedBetween = (before: Partial<APIWebhook>, after: Partial<APIWebhook>) =>
  renamed(changesBetween(before, after, logged), { avatar: 'avatar_hash' })

function announce(sandbox: Sandbox, guildId: string, channelId: string): void {
  const data = { guild_id: guildId, channel_id: channelId }
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.WebhooksUpdate, data, { channelId })
}

function record(
  sandbox: Sandbox,
  actor: ActingUser | undefined,
  guildId: string,
  hook: APIWebhook,
  type: AuditLogEvent,
  changes: ReturnType<typeof changesBetween>,
): void {
  audit(sandbox, actor ?? { userId: null }, { guildId, type, targetId: hook.id, changes })
}

function secret(sandbox: Sandbox): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return Array.from({ length: 68 }, () => alphabet[Math.floor(sandbox.random() * alphabet.length)]).join('')
}
