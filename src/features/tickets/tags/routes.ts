import type { Answered } from '#contract'
import type { RouteContext } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { ticketOf } from '../life/rows.ts'
import { mayAnswer } from '../rights/rights.ts'
import type { endpoints } from './contract.ts'
import { deleteTag, saveTag, tagsOf, usedTagsOf } from './rows.ts'
import { suggested } from './suggest.ts'

type Ctx<K extends keyof Answered<typeof endpoints>> = RouteContext<typeof tickets, (typeof endpoints)[K]>

const by = ({ user }: { user: { id: string } }) => ({ userId: user.id, via: 'dashboard' })

export const routes = {
  usedTags: (ctx: Ctx<'usedTags'>) => ({ tags: usedTagsOf(ctx, ctx.guild.id) }),
  tags(ctx: Ctx<'tags'>) {
    const { ticketId } = ctx.query
    const ticket = ticketId === undefined ? undefined : ticketOf(ctx, ctx.guild.id, ticketId)
    // What a member wrote is told to whoever answers them, and to nobody else.
    const known = ticket && mayAnswer(ctx, ctx.member, ticket) ? ticket.id : undefined
    return { tags: suggested(ctx, known, tagsOf(ctx, ctx.guild.id)) }
  },
  saveTag: (ctx: Ctx<'saveTag'>) => ({
    tag: { ...saveTag(ctx, ctx.body, by(ctx)), suggested: false },
  }),
  deleteTag(ctx: Ctx<'deleteTag'>) {
    deleteTag(ctx, ctx.params['name'] ?? '', by(ctx))
    return {}
  },
}
