import type { Sandbox } from '../../context.ts'
import { guildChannelOf, userOf } from '../lookup.ts'
import type { GuildState, InviteState } from '../state.ts'

/** An invite as anyone sees it. The vanity code has no inviter. */
export function inviteView(sandbox: Sandbox, state: GuildState, code: string, invite: InviteState | undefined) {
  const channelId = invite?.channelId ?? state.guild.system_channel_id ?? [...state.channelIds][0] ?? ''
  const { channel } = guildChannelOf(sandbox.world, channelId)
  const roles = (invite?.roleIds ?? []).flatMap(id => {
    const role = state.roles.get(id)
    if (!role) return []
    const { name, position, color, colors, icon = null, unicode_emoji = null } = role
    return [{ id, name, position, color, colors, icon, unicode_emoji }]
  })
  return {
    type: 0,
    code,
    guild_id: state.guild.id,
    guild: inviteGuild(state),
    channel: { id: channel.id, type: channel.type, name: channel.name },
    ...(invite?.inviterId !== undefined && { inviter: userOf(sandbox.world, invite.inviterId) }),
    expires_at: invite?.expiresAt ?? null,
    flags: 0,
    ...(roles.length > 0 && { roles }),
    ...(invite && targetView(sandbox, invite)),
  }
}

/** The stream that an invite leads to. */
export const targetView = ({ world }: Sandbox, { streamerId }: InviteState) =>
  streamerId === undefined ? {} : { target_type: 1, target_user: userOf(world, streamerId) }

/** The fields of an invite that only its creator and members who manage the guild can see. */
export const inviteMetadata = (invite: InviteState) => ({
  uses: invite.uses,
  max_uses: invite.maxUses,
  max_age: invite.maxAge,
  temporary: invite.temporary,
  created_at: invite.createdAt,
})

function inviteGuild({ guild }: GuildState) {
  const { id, name, splash, banner, description, icon, features, verification_level, vanity_url_code, nsfw_level } =
    guild
  const { premium_subscription_count = 0 } = guild
  return {
    id,
    name,
    splash,
    banner,
    description,
    icon,
    features,
    verification_level,
    vanity_url_code,
    nsfw_level,
    nsfw: false,
    premium_subscription_count,
  }
}
