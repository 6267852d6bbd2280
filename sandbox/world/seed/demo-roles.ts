import { PermissionFlagsBits as P } from 'discord-api-types/v10'
import { everyoneDefault } from '../blank.ts'
import type { GuildState } from '../state.ts'
import type { DemoIds } from './demo-accounts.ts'
import { addRole, bits } from './draft.ts'

/** What an administrator typically ticks when inviting the bot; not Administrator. */
export const botPermissions =
  P.KickMembers |
  P.BanMembers |
  P.ManageChannels |
  P.ManageGuild |
  P.AddReactions |
  P.ViewAuditLog |
  P.ViewChannel |
  P.SendMessages |
  P.ManageMessages |
  P.EmbedLinks |
  P.AttachFiles |
  P.ReadMessageHistory |
  P.MentionEveryone |
  P.UseExternalEmojis |
  P.CreateInstantInvite |
  P.Connect |
  P.Speak |
  P.MuteMembers |
  P.DeafenMembers |
  P.MoveMembers |
  P.ChangeNickname |
  P.ManageNicknames |
  P.ManageRoles |
  P.ManageWebhooks |
  P.CreateGuildExpressions |
  P.ManageGuildExpressions |
  P.ManageThreads |
  P.CreatePublicThreads |
  P.CreatePrivateThreads |
  P.SendMessagesInThreads |
  P.ModerateMembers |
  P.PinMessages

/** Kick, ban, time out and clean up; not Manage Server. */
const moderatorPermissions =
  everyoneDefault |
  P.KickMembers |
  P.BanMembers |
  P.ModerateMembers |
  P.ManageMessages |
  P.ManageThreads |
  P.ManageNicknames |
  P.PinMessages |
  P.ViewAuditLog |
  P.MuteMembers |
  P.MoveMembers

export function addDemoRoles(state: GuildState, ids: DemoIds) {
  const made = '2023-04-20T10:00:00Z'
  const managed = (login: string, name: string, position: number, permissions: bigint) =>
    addRole(state, made, {
      name,
      position,
      permissions: bits(permissions),
      managed: true,
      tags: { bot_id: ids.get(login) ?? '' },
    })
  return {
    /** The one role above the bot's own. */
    keeper: addRole(state, made, {
      name: 'Keeper',
      position: 9,
      color: 0xe0_a4_58,
      hoist: true,
      permissions: bits(P.Administrator),
    }),
    palisade: managed('palisade', 'Palisade', 8, botPermissions),
    admin: addRole(state, made, {
      name: 'Admin',
      position: 7,
      color: 0xd8_5c_5c,
      hoist: true,
      permissions: bits(P.Administrator),
    }),
    moderator: addRole(state, made, {
      name: 'Moderator',
      position: 6,
      color: 0x3f_a7_7c,
      hoist: true,
      permissions: bits(moderatorPermissions),
    }),
    jukebox: managed('jukebox', 'Jukebox', 5, P.ViewChannel | P.SendMessages | P.EmbedLinks | P.Connect | P.Speak),
    tally: managed('tally', 'Tally', 4, P.ViewChannel | P.SendMessages | P.EmbedLinks | P.ReadMessageHistory),
    regular: addRole(state, made, {
      name: 'Regular',
      position: 3,
      color: 0x5b_8d_ef,
      hoist: true,
      permissions: bits(everyoneDefault),
    }),
    potter: addRole(state, made, { name: 'Potter', position: 2, color: 0xb0_7a_4f, mentionable: true }),
    joiner: addRole(state, made, { name: 'Woodworker', position: 1, color: 0x8a_9a_5b, mentionable: true }),
  }
}
