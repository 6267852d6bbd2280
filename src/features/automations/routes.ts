import type { Answered } from '#contract'
import type { RouteContext } from '#kernel/feature.ts'
import type automations from './contract.ts'
import { deleteAutomation, saveAutomation, turnAutomation } from './save.ts'
import { heldBy, shownAutomation, shownAutomations } from './shown.ts'
import { tryOut } from './try-out.ts'

type Endpoints = (typeof automations)['endpoints']
type Ctx<K extends keyof Answered<Endpoints>> = RouteContext<typeof automations, Endpoints[K]>

const by = ({ user }: { user: { id: string } }, via = 'dashboard') => ({ userId: user.id, via })
const idIn = ({ params }: { params: Record<string, string> }) => params['automationId'] ?? ''

export const routes = {
  list: (ctx: Ctx<'list'>) => ({
    automations: shownAutomations(ctx),
    bot: heldBy(ctx.guild.members.me),
    you: heldBy(ctx.member),
  }),
  saveAutomation(ctx: Ctx<'saveAutomation'>) {
    const { id } = saveAutomation(ctx, ctx.body, by(ctx, ctx.body.revision === undefined ? 'api' : 'dashboard'))
    return { automation: shownAutomation(ctx, id) }
  },
  turn(ctx: Ctx<'turn'>) {
    const { id } = turnAutomation(ctx, idIn(ctx), ctx.body.on, by(ctx))
    return { automation: shownAutomation(ctx, id) }
  },
  remove(ctx: Ctx<'remove'>) {
    deleteAutomation(ctx, idIn(ctx), by(ctx))
    return {}
  },
  tryOut: (ctx: Ctx<'tryOut'>) => tryOut(ctx),
}
