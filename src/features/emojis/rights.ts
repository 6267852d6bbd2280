import type { Guild, GuildMember, PermissionsString } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { permissionName } from '#kit/permissions.ts'

/** By whom an emoji was added: as Discord tells it, and for whom where that was Palisade. */
export interface Maker {
  /** Undefined where Discord does not tell. */
  uploaderId: string | undefined
  /** For whom Palisade added it. */
  byId: string | null
}

/** Who added it: of one that Discord has as the bot's, for whom it did that. */
export const adderOf = ({ uploaderId, byId }: Maker, botId: string): string | undefined =>
  uploaderId === botId ? (byId ?? uploaderId) : uploaderId

const may = (member: GuildMember, permission: PermissionsString) => member.permissions.has(permission)
const [creating, managing] = [permissionName('CreateGuildExpressions'), permissionName('ManageGuildExpressions')]

/** Why emojis cannot be added, by the member or by the bot; undefined where both can. */
export function addingProblem({ members: { me } }: Guild, member?: GuildMember): string | undefined {
  if (member && !may(member, 'CreateGuildExpressions')) return `You need ${creating} to add emojis.`
  if (!me || !may(me, 'CreateGuildExpressions')) return `I need ${creating} to add emojis. Give it to my role.`
  return undefined
}

/**
 * Why an emoji cannot be renamed or deleted, by the member or by the bot: one's own takes Create Expressions, one that
 * others have added Manage Expressions. Source: Discord's documentation, "Modify Guild Emoji".
 */
export function changingProblem({ members: { me } }: Guild, member: GuildMember, maker: Maker): string | undefined {
  const isBots = maker.uploaderId !== undefined && maker.uploaderId === me?.id
  const isTheirs = maker.uploaderId === member.id || (isBots && maker.byId === member.id)
  if (!may(member, 'ManageGuildExpressions') && !(isTheirs && may(member, 'CreateGuildExpressions')))
    return isTheirs
      ? `You need ${creating} or ${managing} for that.`
      : `You need ${managing} for emojis that others have added.`
  if (!me || !(may(me, 'ManageGuildExpressions') || (isBots && may(me, 'CreateGuildExpressions'))))
    return `I need ${managing} for emojis that others have added. Give it to my role.`
  return undefined
}

/** @throws UserError 403 */
export function demandNone(problem: string | undefined): void {
  if (problem !== undefined) throw new UserError('emojis.rights', problem, 403)
}

/** Who may rename and delete some emojis at least; which ones is judged one by one. */
export const rights = {
  keep: {
    title: `${creating} or ${managing}`,
    holds: (_ctx: unknown, member: GuildMember) =>
      may(member, 'CreateGuildExpressions') || may(member, 'ManageGuildExpressions'),
  },
}
