import type { APIMessage } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { type AllowedMentions, allowed, namedIn } from './mentions.ts'

export interface MessageSender {
  /** Undefined in direct messages. */
  guildId: string | undefined
  /** May ping @everyone, @here and every role (MENTION_EVERYONE). */
  mayPingEveryone: boolean
}

type MentionFields = Pick<APIMessage, 'mentions' | 'mention_roles' | 'mention_everyone'>

/**
 * The users and roles that a message pings: mentioned in the text, allowed by the sender, and within the sender's
 * permissions.
 */
export function mentionFields(
  sandbox: Sandbox,
  sender: MessageSender,
  content: string,
  rule: AllowedMentions,
  repliedUserId?: string,
): MentionFields {
  const { userIds, roleIds, everyone } = allowed(namedIn(content), rule)
  if (repliedUserId !== undefined && rule.replied_user === true && !userIds.includes(repliedUserId))
    userIds.push(repliedUserId)
  const roles = sender.guildId === undefined ? undefined : sandbox.world.guilds.get(sender.guildId)?.roles
  return {
    mentions: userIds.flatMap(id => sandbox.world.accounts.get(id)?.user ?? []),
    mention_roles: roleIds.filter(id => {
      const role = roles?.get(id)
      return role !== undefined && (role.mentionable || sender.mayPingEveryone)
    }),
    mention_everyone: everyone && sender.guildId !== undefined && sender.mayPingEveryone,
  }
}
