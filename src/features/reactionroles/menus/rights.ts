import type { Guild, GuildMember, Role } from 'discord.js'
import { sees } from '#kernel/rights/channel-rights.ts'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { lowestFirst } from '#kit/role-grants.ts'
import type { MenuDesign } from './contract.ts'
import type { StoredMenu } from './rows.ts'

interface Caller {
  guild: Guild
  member: GuildMember
}

export const noMenu = () =>
  new UserError('reactionroles.no-menu', 'There is no such menu in this server any more.', 404)

/**
 * Whether a member may know about a menu: they see both the channel that it is in and the one that it is meant for. For
 * a deleted channel or a private thread, nobody knows who could see it, so only administrators and the member who last
 * saved the menu may.
 */
export function seesMenu(
  { guild, member }: Caller,
  {
    design,
    messageChannelId,
    savedById,
  }: Pick<StoredMenu, 'messageChannelId' | 'savedById'> & { design: Pick<MenuDesign, 'channel_id'> },
): boolean {
  const isOwn = savedById === member.id
  return [design.channel_id, messageChannelId].every(id => {
    if (id === null) return true
    const channel = guild.channels.cache.get(id)
    if (!channel) return isOwn || member.permissions.has('Administrator')
    if (sees(member, channel)) return true
    return isOwn && channel.isThread() && !isHidden(channel) && channel.permissionsFor(member).has('ViewChannel')
  })
}

/** Whether a role is low enough for a member to decide who gets it. */
export const isBelow = ({ guild, member }: Caller, role: Role): boolean =>
  member.id === guild.ownerId || lowestFirst(role, member.roles.highest) < 0

/** @throws UserError 404 if they may not know about it, 400 with the choices whose roles are not below their highest */
export function demandMenuRights(caller: Caller, menu: StoredMenu | undefined, what: string): StoredMenu {
  if (!menu || !seesMenu(caller, menu)) throw noMenu()
  const problems = Object.fromEntries(
    menu.design.choices.flatMap(({ role_id: roleId }, at) => {
      const role = caller.guild.roles.cache.get(roleId)
      const sentence = `This role is not below your own highest role, so you cannot ${what}.`
      return role && !isBelow(caller, role) ? [[`choices.${at}.role_id`, sentence]] : []
    }),
  )
  const [first] = Object.values(problems)
  if (first !== undefined) throw new UserError('reactionroles.choices', first, 400, problems)
  return menu
}
