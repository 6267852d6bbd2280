import type { GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { heldIn } from '../choosing/rows.ts'
import type reactionroles from '../contract.ts'
import { hashOf } from './compose.ts'
import type { Menu } from './contract.ts'
import { problemsOf } from './problems.ts'
import { seesMenu } from './rights.ts'
import { menuOf, menusOf, type StoredMenu } from './rows.ts'

type Ctx = Context<typeof reactionroles> & { member: GuildMember }

const shown = (ctx: Ctx, menu: StoredMenu, held: ReadonlyMap<string, Record<string, number>>): Menu => ({
  ...menu.design,
  id: menu.id,
  revision: menu.revision,
  message_id: menu.messageId,
  message_channel_id: menu.messageChannelId,
  message_missing: menu.messageMissing,
  deployed_at: menu.deployedAt,
  outdated: menu.messageId !== null && menu.deployedAs !== hashOf(ctx.guild, menu),
  held: held.get(menu.id) ?? {},
  given: menu.given,
  problems: problemsOf(ctx, menu),
})

/** The menus that the caller may know about, as pages show them. */
export function shownMenus(ctx: Ctx): Menu[] {
  const held = heldIn(ctx, ctx.guild.id)
  const seen = menusOf(ctx, ctx.guild.id).filter(menu => seesMenu(ctx, menu))
  return seen.map(menu => shown(ctx, menu, held))
}

export function shownMenu(ctx: Ctx, id: string): Menu | null {
  const menu = menuOf(ctx, ctx.guild.id, id)
  return menu ? shown(ctx, menu, heldIn(ctx, ctx.guild.id)) : null
}
