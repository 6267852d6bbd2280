import type { Answered } from '#contract'
import type { RouteContext } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import type { endpoints } from './contract.ts'
import { listOpen } from './list.ts'

type Ctx<K extends keyof Answered<typeof endpoints>> = RouteContext<typeof tickets, (typeof endpoints)[K]>

export const routes = {
  openTickets: (ctx: Ctx<'openTickets'>) => listOpen(ctx, ctx.member, ctx.query),
}
