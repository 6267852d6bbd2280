import { UserError } from '#kit/errors.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { inert } from '#kit/template.ts'
import { type Author, type Context, processState } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'

const roleName = 'AntiNuke Bypass'
const turns = processState(createKeyedQueue)

const lacking = () =>
  new UserError('antinuke.lacking', 'I need Manage Roles for that. Give it to my role in Server Settings > Roles.', 403)

/** The chosen bypass role, if it still exists. */
const bypassRoleIn = ({ guild, own }: Pick<Context<typeof antinuke>, 'guild' | 'own'>) =>
  own.bypassRole === null ? undefined : guild.roles.cache.get(own.bypassRole)

/**
 * Creates the bypass role, without any permissions, and chooses it. Two calls at once create one role.
 * @throws UserError when one is chosen already, when two-person confirmation leaves it to the owner, or when the bot
 * may not create roles
 */
export const createBypassRole = (ctx: Context<typeof antinuke>, author: Author): Promise<string> =>
  turns(ctx)(ctx.guild.id, async () => {
    const { guild } = ctx
    const existing = bypassRoleIn(ctx)
    if (existing)
      throw new UserError('antinuke.bypass-exists', `There is a bypass role already: “${inert(existing.name)}”.`, 409)
    if (ctx.own.twoPersons && author.userId !== guild.ownerId)
      throw new UserError(
        'antinuke.owner-makes-it',
        'With two-person confirmation only the server owner makes a bypass role. Choose a role that exists, and somebody else confirms it.',
        403,
      )
    if (!guild.members.me?.permissions.has('ManageRoles')) throw lacking()
    const role = await guild.roles.create({ name: roleName, permissions: [], reason: 'Anti-nuke: the bypass role' })
    await ctx.change({ bypassRole: role.id }, author)
    return role.id
  })
