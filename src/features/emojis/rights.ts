import type { Guild, GuildMember, PermissionsString } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { permissionName } from '#kit/permissions.ts'

/** Who added an emoji. */
export interface Maker {
  /** The account that uploaded it; undefined if Discord does not say. */
  uploaderId: string | undefined
  /** The member for whom the bot added it. */
  byId: string | null
}

/** Who added it; for one that the bot uploaded, the member it was uploaded for. */
export const adderOf = ({ uploaderId, byId }: Maker, botId: string): string | undefined =>
  uploaderId === botId ? (byId ?? uploaderId) : uploaderId

const may = (member: GuildMember, permission: PermissionsString) => member.permissions.has(permission)
const [creating, managing] = [permissionName('CreateGuildExpressions'), permissionName('ManageGuildExpressions')]

/** Why the member or the bot cannot add emojis; undefined if both can. */
export function addingProblem({ members: { me } }: Guild, member?: GuildMember): string | undefined {
  if (member && !may(member, 'CreateGuildExpressions')) return `You need ${creating} to add emojis.`
  if (!me || !may(me, 'CreateGuildExpressions')) return `I need ${creating} to add emojis. Give it to my role.`
  return undefined
}

/**
 * Why the member or the bot cannot rename or delete an emoji: for one's own, Create Expressions is enough; for others',
 * Manage Expressions is needed. Source: Discord's documentation, "Modify Guild Emoji".
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

/** The right to rename and delete at least some emojis; each emoji is checked separately. */
export const rights = {
  keep: {
    title: `${creating} or ${managing}`,
    holds: (_ctx: unknown, member: GuildMember) =>
      may(member, 'CreateGuildExpressions') || may(member, 'ManageGuildExpressions'),
  },
}
