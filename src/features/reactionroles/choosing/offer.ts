import type { GuildMember } from 'discord.js'
import type { Context, Parts } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import reactionroles from '../contract.ts'
import { roleNames } from '../menus/compose.ts'
import { isBelow, seesMenu } from '../menus/rights.ts'
import { menuOf, menusOf, type StoredMenu } from '../menus/rows.ts'
import { labelOf, shownChoices } from '../menus/template.ts'
import { notOffered, pressOnce } from './press.ts'

/** The menus in Discord that a member may offer elsewhere: those whose roles are all below their own highest role. */
function offered(ctx: Context<typeof reactionroles> & { member: GuildMember }): StoredMenu[] {
  const { access, guild, member } = ctx
  if (!access.has(member, 'manage', reactionroles.name) || !member.permissions.has('ManageRoles')) return []
  return menusOf(ctx, guild.id).filter(
    menu =>
      menu.messageId !== null &&
      menu.design.kind !== 'reactions' &&
      seesMenu(ctx, menu) &&
      menu.design.choices.every(({ role_id: roleId }) => {
        const role = guild.roles.cache.get(roleId)
        return !role || isBelow(ctx, role)
      }),
  )
}

/** Makes a button of any message a choice of a menu, subject to the menu's mode and conditions. */
export const offers = {
  choice: {
    title: 'Gives a role of a menu',
    choices: ctx =>
      offered(ctx).flatMap(({ id, design }) =>
        shownChoices(design, roleNames(ctx.guild)).map(one => ({
          id: `${id}/${one.id}`,
          label: `${design.name}: ${labelOf(one, roleNames(ctx.guild))}`,
        })),
      ),
    async press(ctx, key) {
      const [menuId = '', choiceId = ''] = key.split('/')
      const menu = menuOf(ctx, ctx.guild.id, menuId)
      if (!menu?.messageId) throw notOffered()
      await ctx.answer(success(await pressOnce(ctx, menuId, choiceId)))
    },
  },
} satisfies Parts<typeof reactionroles>['offers']
