import { AuditLogEvent, ChannelType, GatewayDispatchEvents, GuildFeature, Locale } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween, renamed } from '../audit.ts'
import { DiscordError, invalidForm, needsBoosts, missingPermissions } from '../errors.ts'
import { image } from '../fields.ts'
import { optional, parseForm, snowflake, text, whole } from '../form.ts'
import { type ActingUser, requirePermission, requireMember } from '../guard.ts'
import { admitEverybody, isScreening } from '../members/admit.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { emitToGuild } from '../emit.ts'
import { keepImage } from '../uploads.ts'
import {
  featuresAfter,
  followNews,
  newChannel,
  requireCommunity,
  withNewChannels,
  withoutCommunity,
} from './features.ts'
import { guildView } from './view.ts'
import { memberStateOf, userOf } from '../lookup.ts'

/** @throws DiscordError 10007, 50013 unless the owner asks, 50131 for somebody still being screened, 50132 for a bot */
function requireHeir(sandbox: Sandbox, actor: ActingUser, state: GuildState, heirId: string): void {
  if (state.guild.owner_id !== actor.userId) throw missingPermissions()
  const member = memberStateOf(state, heirId)
  if (userOf(sandbox.world, heirId).bot) throw new DiscordError(400, 50_132, 'Cannot transfer ownership to a bot user')
  if (member.pending === true) throw new DiscordError(400, 50_131, 'Ownership cannot be moved to a pending member')
}

const channelPointers = [
  'afk_channel_id',
  'system_channel_id',
  'rules_channel_id',
  'public_updates_channel_id',
  'safety_alerts_channel_id',
] as const

const pointer = snowflake.nullish()

const guildForm = z.object({
  name: optional(text(100, 2)),
  description: text(300).nullish(),
  icon: image.optional(),
  splash: image.optional(),
  banner: image.optional(),
  discovery_splash: image.optional(),
  home_header: image.optional(),
  verification_level: optional(whole(0, 4)),
  default_message_notifications: optional(whole(0, 1)),
  explicit_content_filter: optional(whole(0, 2)),
  preferred_locale: optional(z.enum(Locale)),
  afk_timeout: optional(z.union([60, 300, 900, 1800, 3600].map(seconds => z.literal(seconds)))),
  afk_channel_id: pointer,
  system_channel_id: pointer,
  rules_channel_id: pointer,
  public_updates_channel_id: pointer,
  safety_alerts_channel_id: pointer,
  system_channel_flags: optional(whole(0, 2 ** 31 - 1)),
  owner_id: optional(snowflake),
  features: optional(z.array(z.string()).max(200)),
  premium_progress_bar_enabled: optional(z.boolean()),
})

type GuildFields = z.output<typeof guildForm>

/** Pictures are logged under the name of their hash. */
const hashKeys = {
  icon: 'icon_hash',
  splash: 'splash_hash',
  banner: 'banner_hash',
  discovery_splash: 'discovery_splash_hash',
  home_header: 'home_header_hash',
}

/**
 * @throws DiscordError 40006 and 50086 for a community without its channels, 50001, 50013 without MANAGE_GUILD
 * (ADMINISTRATOR for COMMUNITY), 50035, 50131 and 50132 for an owner who cannot be one
 */
export function editGuild(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): GuildState {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild)
  const fields = parseForm(guildForm, body)
  requirePointers(sandbox, state, fields)
  if (fields.owner_id !== undefined) requireHeir(sandbox, actor, state, fields.owner_id)
  if (fields.banner && !state.guild.features.includes(GuildFeature.Banner)) throw needsBoosts()
  const before = state.guild
  const pictures = Object.keys(hashKeys).flatMap(key => {
    const picture = fields[key as keyof typeof hashKeys]
    return picture ? [[key, keepImage(sandbox, picture)]] : []
  })
  const given = {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...Object.fromEntries(pictures),
    ...(fields.features && { features: featuresAfter(sandbox, actor, state, fields.features) }),
  }
  // The form names the guild's own fields.
  const wanted = { ...before, ...given } as GuildState['guild']
  requireCommunity(sandbox, wanted)
  const after = withoutCommunity(sandbox, before, withNewChannels(sandbox, actor, state, wanted))
  announceGuild(sandbox, actor, state, after)
  followNews(sandbox, state, before)
  if (isScreening(before) && !isScreening(after)) admitEverybody(sandbox, state)
  return state
}

/** Stores the changed guild, notifies its members and logs what differs; does nothing when nothing does. */
export function announceGuild(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  after: GuildState['guild'],
  isLogged = true,
): void {
  const before: Record<string, unknown> = { ...state.guild }
  const changes = changesBetween<Record<string, unknown>>(before, { ...after }, Object.keys(after))
  if (changes.length === 0) return
  state.guild = after
  emitToGuild(sandbox, after.id, GatewayDispatchEvents.GuildUpdate, guildView(state))
  if (!isLogged) return
  audit(sandbox, actor, {
    guildId: after.id,
    type: AuditLogEvent.GuildUpdate,
    targetId: after.id,
    changes: renamed(changes, hashKeys),
  })
}

const vanityForm = z.object({
  code: z
    .string()
    .regex(/^[a-z0-9-]{2,32}$/i)
    .nullable(),
})

/**
 * Sets or removes the vanity code. @throws DiscordError 50001 without the feature, 50013, 50020 when the code is taken,
 * 50035
 */
export function setVanity(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown) {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild)
  if (!state.guild.features.includes(GuildFeature.VanityURL)) throw new DiscordError(403, 50_001, 'Missing Access')
  const { code } = parseForm(vanityForm, body)
  const taken = [...sandbox.world.guilds.values()].some(
    other => code !== null && ((other !== state && other.guild.vanity_url_code === code) || other.invites.has(code)),
  )
  if (taken) throw new DiscordError(400, 50_020, 'Invite code is either invalid or taken')
  if (code !== state.guild.vanity_url_code) state.vanityUses = 0
  announceGuild(sandbox, actor, state, { ...state.guild, vanity_url_code: code })
  return vanityView(state)
}

export const vanityView = (state: GuildState) => ({ code: state.guild.vanity_url_code, uses: state.vanityUses })

function requirePointers(sandbox: Sandbox, state: GuildState, fields: GuildFields): void {
  for (const path of channelPointers) {
    const id = fields[path]
    if (id && id !== newChannel && sandbox.world.channels.get(id)?.guildId !== state.guild.id)
      throw invalidForm([{ path, code: 'CHANNEL_INVALID', message: 'Channel does not exist' }])
    if (path === 'afk_channel_id' && id && sandbox.world.channels.get(id)?.channel.type !== ChannelType.GuildVoice)
      throw invalidForm([{ path, code: 'CHANNEL_INVALID', message: 'The channel must be a voice channel' }])
  }
}

const levelForm = z.object({ level: z.number().int(), code: optional(z.string()) })

/**
 * Whether moderators need two-factor authentication. The owner alone decides, with a code of their own, which is not
 * checked here. @throws DiscordError 50001, 50013, 50017 for a level that does not exist
 */
export function setMfaLevel(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): { level: number } {
  const state = requireMember(sandbox, actor.userId, guildId)
  if (state.guild.owner_id !== actor.userId) throw missingPermissions()
  const { level } = parseForm(levelForm, body)
  if (level !== 0 && level !== 1) throw new DiscordError(400, 50_017, 'Provided MFA level was invalid')
  announceGuild(sandbox, actor, state, { ...state.guild, mfa_level: level })
  return { level }
}
