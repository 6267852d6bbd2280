import { AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { emitToGuild } from '../emit.ts'
import { optional, parseForm, snowflake, text } from '../form.ts'
import { type ActingUser, requireMember, requirePermission } from '../guard.ts'
import { guildView } from '../guild/view.ts'
import { permission } from '../permissions.ts'
import { requireChannelHere, settingsEmoji } from './references.ts'
import type { ServerGuide } from './state.ts'

/** Limits as in Discord's clients: its API description has only the shape of the answer. */
const emojiForm = optional(z.object({ id: snowflake.nullish(), name: z.string().max(100).nullish() }))
const titled = { channel_id: snowflake, title: text(60, 1), description: optional(text(200)), emoji: emojiForm }
const guideForm = z.object({
  enabled: optional(z.boolean()),
  welcome_message: optional(z.object({ author_ids: z.array(snowflake).max(10), message: text(300, 1) })),
  new_member_actions: optional(
    z.array(z.object({ ...titled, action_type: z.union([z.literal(0), z.literal(1)]) })).max(5),
  ),
  resource_channels: optional(z.array(z.object(titled)).max(7)),
})

/** The server guide; undefined when nobody has made one. @throws DiscordError 10004, 50001 */
export const serverGuideOf = (sandbox: Sandbox, viewerId: string, guildId: string): ServerGuide | undefined =>
  requireMember(sandbox, viewerId, guildId).community.serverGuide

/** Only people can save it; bots can only read it. @throws DiscordError 50001, 50013 without MANAGE_GUILD, 50035 */
export function saveServerGuide(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): ServerGuide {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild)
  const form = parseForm(guideForm, body)
  const before = state.community.serverGuide
  const shown = <T extends z.output<typeof guideForm>['resource_channels'] & object>(list: T, path: string) =>
    list.map(({ emoji, description = '', ...rest }, at) => {
      requireChannelHere(sandbox, state, rest.channel_id, `${path}.${at}.channel_id`)
      const named = { emoji_id: emoji?.id ?? undefined, emoji_name: emoji?.name ?? undefined }
      return { ...rest, description, ...(emoji && { emoji: settingsEmoji(state, named, `${path}.${at}.emoji`) }) }
    })
  const message = form.welcome_message ?? before?.welcome_message
  const after: ServerGuide = {
    guild_id: guildId,
    enabled: form.enabled ?? before?.enabled ?? false,
    ...(message && { welcome_message: message }),
    new_member_actions: form.new_member_actions
      ? shown(form.new_member_actions, 'new_member_actions').map((action, at) => ({
          ...action,
          action_type: form.new_member_actions?.[at]?.action_type ?? 0,
        }))
      : (before?.new_member_actions ?? []),
    resource_channels: form.resource_channels
      ? shown(form.resource_channels, 'resource_channels')
      : (before?.resource_channels ?? []),
  }
  state.community.serverGuide = after
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildUpdate, guildView(state))
  audit(sandbox, actor, {
    guildId,
    type: before ? AuditLogEvent.HomeSettingsUpdate : AuditLogEvent.HomeSettingsCreate,
    targetId: guildId,
    changes: changesBetween<ServerGuide>(before ?? {}, after, [
      'enabled',
      'welcome_message',
      'new_member_actions',
      'resource_channels',
    ]),
  })
  return after
}
