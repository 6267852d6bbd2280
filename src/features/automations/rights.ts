import { type Guild, type GuildBasedChannel, type GuildMember, type PermissionsString, type Role } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { sees } from '#kernel/rights/channel-rights.ts'
import { UserError } from '#kit/errors.ts'
import { cannotSee, isHidden } from '#kit/hidden-channel.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { autoGrantProblem, lowestFirst, opensDashboard, roleJudge, takingJudge } from '#kit/role-grants.ts'
import { inert } from '#kit/template.ts'
import type { Action, Design } from './design/contract.ts'
import { actionKind } from './design/kinds/contract.ts'
import type { Stored } from './rows.ts'

interface Caller {
  guild: Guild
  member: GuildMember
}
type Deps = Pick<Services, 'access'>

export const noAutomation = () =>
  new UserError('automations.none', 'There is no such automation in this server any more.', 404)

/** All channels that a design names. */
export const channelsIn = ({ trigger, conditions, actions }: Design): string[] => [
  ...new Set([
    ...trigger.channels,
    ...conditions.flatMap(({ channels }) => channels),
    ...actions.flatMap(({ channel_id }) => channel_id ?? []),
  ]),
]

/** Whether somebody may know about an automation: they must see every existing channel that it names. */
export const seesAutomation = (
  { guild, member }: Caller,
  { design, savedById }: Pick<Stored, 'design' | 'savedById'>,
) =>
  channelsIn(design).every(id => {
    const channel = guild.channels.cache.get(id)
    return !channel || savedById === member.id || (!isHidden(channel) ? sees(member, channel) : isAdministrator(member))
  })

const isAdministrator = (member: GuildMember) => member.permissions.has('Administrator')

/**
 * Whether somebody sees a channel (membership in private threads is ignored). If it is hidden from the bot, only
 * administrators do.
 */
export const seesPlace = (who: GuildMember | Role, channel: GuildBasedChannel) =>
  channel.permissionsFor(who).has('ViewChannel')

/** Converts names from a declaration to Discord's permission type. */
const permissions = (names: readonly string[] = []) => names as readonly PermissionsString[]

/** Permissions for files and embeds are needed only by the bot. */
const botsAlone = new Set<string>(['EmbedLinks', 'AttachFiles'])

/** The permissions that somebody lacks for an action in any channel where it may run. */
function lacking(
  guild: Guild,
  who: GuildMember,
  action: Action,
  channels: readonly string[],
  wanted: readonly PermissionsString[],
): PermissionsString[] {
  const { takes } = actionKind(action.kind)
  const named = action.channel_id !== null && (action.kind === 'send' || action.kind === 'copy')
  const places = named ? [action.channel_id] : takes === 'message' ? channels : []
  const known = places.flatMap(id => guild.channels.cache.get(id ?? '') ?? [])
  if (known.length === 0) return named ? [] : who.permissions.missing([...wanted])
  return [
    ...new Set(
      known.flatMap(channel => {
        const there = channel.isThread()
          ? wanted.map(one => (one === 'SendMessages' ? 'SendMessagesInThreads' : one))
          : wanted
        // Nothing is known about a hidden channel; the bot can do nothing there anyway.
        return isHidden(channel) ? [] : channel.permissionsFor(who).missing([...there])
      }),
    ),
  ]
}

const hiddenTarget = (guild: Guild, { channel_id }: Action) => {
  const channel = guild.channels.cache.get(channel_id ?? '')
  return channel !== undefined && isHidden(channel)
}

/**
 * Why an action may not run on somebody's behalf, as a sentence: they must be able to do it themselves.
 * @param who what the sentence calls them: 'You', or their name
 * @param channels the channels of its messages; none for the whole server
 */
export function editorProblem(
  { access }: Deps,
  editor: GuildMember,
  action: Action,
  channels: readonly string[],
  who = 'You',
): string | undefined {
  const { guild } = editor
  const held = access.suspension(guild, editor.id)
  if (held !== undefined) return held
  const { needs, asks } = actionKind(action.kind)
  const wanted = permissions([...needs, ...(asks ?? [])]).filter(one => !botsAlone.has(one))
  const missing = lacking(guild, editor, action, channels, wanted)
  const verb = who === 'You' ? 'lack' : 'lacks'
  if (missing.length > 0) return `${who} ${verb} ${listed(missing.map(permissionName))} for this.`
  const role = guild.roles.cache.get(action.role_id ?? '')
  if (!role) return undefined
  if (action.kind === 'give_role')
    return access.bringsRights(guild, role.id) ? opensDashboard : roleJudge(guild, editor)(role)
  if (action.kind === 'take_role' && editor.id !== guild.ownerId && lowestFirst(role, editor.roles.highest) >= 0)
    return `The role ${inert(role.name)} is not below ${who === 'You' ? 'your' : 'their'} own highest role.`
  return undefined
}

/** Why the bot cannot perform an action, as a sentence. */
export function botProblem(
  { access }: Deps,
  guild: Guild,
  action: Action,
  channels: readonly string[],
): string | undefined {
  const { me } = guild.members
  if (!me) return undefined
  if (hiddenTarget(guild, action)) return cannotSee
  const missing = lacking(guild, me, action, channels, permissions(actionKind(action.kind).needs))
  if (missing.length > 0) return `I need ${listed(missing.map(permissionName))} for this.`
  const role = guild.roles.cache.get(action.role_id ?? '')
  if (!role) return undefined
  if (action.kind === 'give_role') return autoGrantProblem(access, role)
  return action.kind === 'take_role' ? takingJudge(guild)(role) : undefined
}
