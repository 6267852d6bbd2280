import { type Guild, type GuildBasedChannel, type GuildMember, type PermissionsString, type Role } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { sees } from '#kernel/rights/channel-rights.ts'
import { UserError } from '#kit/errors.ts'
import { cannotSee, isHidden } from '#kit/hidden-channel.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { givingProblem, lowestFirst, opensDashboard, roleJudge, takingJudge } from '#kit/role-grants.ts'
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

/** The channels that a design names, wherever that is. */
export const channelsIn = ({ trigger, conditions, actions }: Design): string[] => [
  ...new Set([
    ...trigger.channels,
    ...conditions.flatMap(({ channels }) => channels),
    ...actions.flatMap(({ channel_id }) => channel_id ?? []),
  ]),
]

/** Whether somebody may know of an automation: they see every channel that it names and that is still there. */
export const seesAutomation = (
  { guild, member }: Caller,
  { design, savedById }: Pick<Stored, 'design' | 'savedById'>,
) =>
  channelsIn(design).every(id => {
    const channel = guild.channels.cache.get(id)
    return !channel || savedById === member.id || (!isHidden(channel) ? sees(member, channel) : isAdministrator(member))
  })

const isAdministrator = (member: GuildMember) => member.permissions.has('Administrator')

/** Whether somebody sees a channel, private threads aside; where it is hidden from the bot, administrators alone do. */
export const seesPlace = (who: GuildMember | Role, channel: GuildBasedChannel) =>
  channel.permissionsFor(who).has('ViewChannel')

/** Discord's permissions by their names in a declaration. */
const permissions = (names: readonly string[] = []) => names as readonly PermissionsString[]

/** What a file or an embed takes is the bot's business. */
const botsAlone = new Set<string>(['EmbedLinks', 'AttachFiles'])

/** Permissions that somebody lacks for an action, everywhere that it may be done, and whether a channel is unseen. */
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
        // Of a mask nothing is known; what the bot cannot see it does nothing in.
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
 * Why an action may not be done on somebody's behalf, as a sentence: they must be able to do it themselves.
 * @param who how they are called in it: 'You', or their name
 * @param channels where messages of it are; none for the whole server
 */
export function keeperProblem(
  { access }: Deps,
  keeper: GuildMember,
  action: Action,
  channels: readonly string[],
  who = 'You',
): string | undefined {
  const { guild } = keeper
  const held = access.suspension(guild, keeper.id)
  if (held !== undefined) return held
  const { needs, asks } = actionKind(action.kind)
  const wanted = permissions([...needs, ...(asks ?? [])]).filter(one => !botsAlone.has(one))
  const missing = lacking(guild, keeper, action, channels, wanted)
  const verb = who === 'You' ? 'lack' : 'lacks'
  if (missing.length > 0) return `${who} ${verb} ${listed(missing.map(permissionName))} for this.`
  const role = guild.roles.cache.get(action.role_id ?? '')
  if (!role) return undefined
  if (action.kind === 'give_role')
    return access.bringsRights(guild, role.id) ? opensDashboard : roleJudge(guild, keeper)(role)
  if (action.kind === 'take_role' && keeper.id !== guild.ownerId && lowestFirst(role, keeper.roles.highest) >= 0)
    return `The role ${inert(role.name)} does not stand below ${who === 'You' ? 'your' : 'their'} own highest role.`
  return undefined
}

/** Why the bot cannot do an action, as a sentence. */
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
  if (action.kind === 'give_role') return givingProblem(access, role)
  return action.kind === 'take_role' ? takingJudge(guild)(role) : undefined
}
