import type { APIAttachment, ChannelType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { permissionsIn } from '../guard.ts'
import type { InteractionState } from '../state.ts'
import { shownChannel } from './payload.ts'

/** The resolved data of an interaction: the objects behind its ids. */
interface Resolved {
  users: Record<string, unknown>
  members: Record<string, unknown>
  roles: Record<string, unknown>
  channels: Record<string, unknown>
  messages: Record<string, unknown>
  attachments: Record<string, APIAttachment>
}

export interface Resolver {
  /** Each method adds the object with that id; false when there is none. */
  user(id: string): boolean
  role(id: string): boolean
  channel(id: string, types?: readonly ChannelType[]): boolean
  attachment(attachment: APIAttachment): void
  message(id: string, message: unknown): void
  /** Only the collections with something in them; undefined when all are empty. */
  result(): Partial<Resolved> | undefined
}

type Situation = Pick<InteractionState, 'applicationId' | 'guildId' | 'channelId' | 'userId'>

export function createResolver(sandbox: Sandbox, { applicationId, guildId, channelId, userId }: Situation): Resolver {
  const found: Resolved = { users: {}, members: {}, roles: {}, channels: {}, messages: {}, attachments: {} }
  const guild = guildId === undefined ? undefined : sandbox.world.guilds.get(guildId)
  const botId = sandbox.world.applications.get(applicationId)?.botUserId ?? applicationId
  return {
    user(id) {
      const account = sandbox.world.accounts.get(id)
      if (!account) return false
      found.users[id] = account.user
      const member = guild?.members.get(id)
      if (!member) return true
      // Without user, deaf and mute. Source: Discord's documentation, "Resolved Data Structure".
      const { deaf: _, mute: __, ...partial } = member
      found.members[id] = { ...partial, permissions: String(permissionsIn(sandbox, id, channelId)) }
      return true
    },
    role(id) {
      const role = guild?.roles.get(id)
      if (role) found.roles[id] = role
      return role !== undefined
    },
    channel(id, types) {
      const state = sandbox.world.channels.get(id)
      if (!state || state.guildId !== guildId) return false
      if (types?.length && !types.includes(state.channel.type)) return false
      const app_permissions = guild ? String(permissionsIn(sandbox, botId, id)) : undefined
      found.channels[id] = { ...shownChannel(sandbox, id, userId), ...(app_permissions && { app_permissions }) }
      return true
    },
    attachment(attachment) {
      found.attachments[attachment.id] = attachment
    },
    message(id, message) {
      found.messages[id] = message
    },
    result() {
      const filled = Object.entries(found).filter(([, entries]) => Object.keys(entries).length > 0)
      return filled.length > 0 ? Object.fromEntries(filled) : undefined
    },
  }
}
