import type { Answered } from '#contract'
import type { RouteContext } from '#kernel/feature.ts'
import type reactionroles from './contract.ts'
import { deployMenu } from './menus/deploy.ts'
import { messageBehind } from './menus/read-message.ts'
import { deleteMenu, saveMenu } from './menus/save.ts'
import { shownMenu, shownMenus } from './menus/shown.ts'
import { startCheck } from './repair/check.ts'
import { reportOf } from './repair/report.ts'

type Endpoints = (typeof reactionroles)['endpoints']
type Ctx<K extends keyof Answered<Endpoints>> = RouteContext<typeof reactionroles, Endpoints[K]>

const by = ({ user }: { user: { id: string } }, via = 'dashboard') => ({ userId: user.id, via })
const idIn = ({ params }: { params: Record<string, string> }) => params['menuId'] ?? ''

/** Unwraps a value that was just stored or begun. @throws Error if it is missing */
function demandPresent<T>(value: T | null): T {
  if (value === null) throw new Error('lost on its way')
  return value
}

export const routes = {
  menus: (ctx: Ctx<'menus'>) => ({
    menus: shownMenus(ctx),
    emojis: ctx.guild.emojis.cache
      .filter(({ available }) => available !== false)
      .map(({ id, name, animated }) => ({ id, name, animated: animated ?? false })),
  }),
  saveMenu(ctx: Ctx<'saveMenu'>) {
    const { id } = saveMenu(ctx, ctx.body, by(ctx, ctx.body.revision === undefined ? 'api' : 'dashboard'))
    return { menu: demandPresent(shownMenu(ctx, id)) }
  },
  async deployMenu(ctx: Ctx<'deployMenu'>) {
    const messageId = await deployMenu(ctx, idIn(ctx), by(ctx))
    return { message_id: messageId, menu: shownMenu(ctx, idIn(ctx)) }
  },
  deleteMenu(ctx: Ctx<'deleteMenu'>) {
    deleteMenu(ctx, idIn(ctx), by(ctx))
    return {}
  },
  message: (ctx: Ctx<'message'>) => messageBehind(ctx, ctx.query.link),
  report: async (ctx: Ctx<'report'>) => ({ report: await reportOf(ctx, ctx.guild, ctx.member) }),
  async checkNow(ctx: Ctx<'checkNow'>) {
    startCheck(ctx, ctx.guild.id, ctx.user.id)
    return { report: demandPresent(await reportOf(ctx, ctx.guild, ctx.member)) }
  },
}
