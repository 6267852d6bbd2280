import { type APIOverwrite, type APIRole, type APIUser, OverwriteType } from 'discord-api-types/v10'
import { blankGuild, blankMember, blankRole, blankUser, channelState } from '../blank.ts'
import { blankChannel, type GuildChannel, type GuildChannelKind } from '../channels/kinds.ts'
import { snowflakeTime } from '../../snowflake.ts'
import { botToken } from '../../tokens.ts'
import type { Account, Application, GuildState, World } from '../state.ts'

/** The same id for the same time and name at every start; it looks like one that Discord created then. */
export function idAt(when: string, name: string): string {
  const low = fingerprint(name) & 0x3f_ff_ff
  return ((BigInt(Date.parse(when) - snowflakeTime('0')) << 22n) | BigInt(low)).toString()
}

/** A hash as in image addresses: 32 hexadecimal digits. */
export const imageHash = (name: string): string =>
  [0, 1, 2, 3].map(part => fingerprint(`${name}/${part}`).toString(16).padStart(8, '0')).join('')

export const bits = (...permissions: bigint[]) => String(permissions.reduce((sum, bit) => sum | bit, 0n))

export interface AccountDraft {
  login: string
  username: string
  displayName?: string
  created: string
  avatar?: boolean
}

export function addAccount(world: World, draft: AccountDraft, extra: Partial<APIUser> = {}): Account {
  const id = idAt(draft.created, draft.login)
  const user = blankUser({
    id,
    username: draft.username,
    global_name: draft.displayName ?? null,
    avatar: draft.avatar === false ? null : imageHash(draft.login),
    ...extra,
  })
  const account = { login: draft.login, user, email: `${draft.login}@example.test`, bot: extra.bot === true }
  world.accounts.set(id, account)
  return account
}

export function addApplication(
  world: World,
  draft: AccountDraft,
  application: Omit<Application, 'id' | 'botUserId' | 'name' | 'token'>,
): Application {
  const { user } = addAccount(world, draft, { bot: true })
  const token = botToken(user.id)
  const made = { ...application, id: user.id, botUserId: user.id, name: draft.username, token }
  world.applications.set(made.id, made)
  return made
}

export function addGuild(world: World, draft: { name: string; created: string; ownerId: string }): GuildState {
  const id = idAt(draft.created, draft.name)
  const state = blankGuild({ id, name: draft.name, owner_id: draft.ownerId })
  world.guilds.set(id, state)
  addMember(state, draft.ownerId, draft.created)
  return state
}

export function addRole(
  state: GuildState,
  created: string,
  role: Omit<APIRole, keyof Blank> & Partial<Blank>,
): APIRole {
  const made = blankRole({ id: idAt(created, `${state.guild.name}/${role.name}`), ...role })
  state.roles.set(made.id, made)
  return made
}

type Blank = Omit<APIRole, 'name'>

export function addMember(state: GuildState, userId: string, joined: string, roleIds: readonly string[] = []): void {
  state.members.set(userId, blankMember(new Date(joined).toISOString(), roleIds))
}

export interface ChannelDraft {
  type: GuildChannelKind
  name: string
  parentId?: string
  topic?: string
  overwrites?: APIOverwrite[]
}

/** Placed below all existing channels. */
export function addChannel(world: World, state: GuildState, created: string, draft: ChannelDraft): GuildChannel {
  const channel = blankChannel(draft.type, {
    id: idAt(created, `${state.guild.name}#${draft.name}`),
    guild_id: state.guild.id,
    name: draft.name,
    position: state.channelIds.size,
    parent_id: draft.parentId ?? null,
  })
  if (draft.overwrites) channel.permission_overwrites = draft.overwrites
  if (draft.topic !== undefined && 'topic' in channel) channel.topic = draft.topic
  world.channels.set(channel.id, channelState(channel, state.guild.id))
  state.channelIds.add(channel.id)
  return channel
}

export const forRole = (id: string, allow: bigint, deny = 0n): APIOverwrite => ({
  id,
  type: OverwriteType.Role,
  allow: String(allow),
  deny: String(deny),
})

/** FNV-1a, 32 bits. */
function fingerprint(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01_00_01_93) >>> 0
  return hash
}
