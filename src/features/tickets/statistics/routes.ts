import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { processState, type RouteContext } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import type { endpoints } from './contract.ts'
import { countTickets } from './count.ts'

/** One count at a time per server, however many people ask. */
const inOrder = processState(createKeyedQueue)

export const routes = {
  statistics: (ctx: RouteContext<typeof tickets, (typeof endpoints)['statistics']>) =>
    inOrder(ctx)(ctx.guild.id, () => countTickets(ctx, ctx.member, ctx.query)),
}
