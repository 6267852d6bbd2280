import type { Answered } from '#contract'
import type { RouteContext } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { ticketOf } from '../life/rows.ts'
import { shownNumber } from '../opening/name.ts'
import { ticketRights } from '../rights/rights.ts'
import type { endpoints } from './contract.ts'
import { filled } from './filled.ts'
import { deleteTag, saveTag, tagsOf, usedTagsOf } from './rows.ts'
import { suggested } from './suggest.ts'

type Ctx<K extends keyof Answered<typeof endpoints>> = RouteContext<typeof tickets, (typeof endpoints)[K]>

const by = ({ user }: { user: { id: string } }) => ({ userId: user.id, via: 'dashboard' })

export const routes = {
  usedTags: (ctx: Ctx<'usedTags'>) => ({ tags: usedTagsOf(ctx, ctx.guild.id) }),
  tags(ctx: Ctx<'tags'>) {
    const { ticketId } = ctx.query
    const ticket = ticketId === undefined ? undefined : ticketOf(ctx, ctx.guild.id, ticketId)
    // What a member wrote is used only for a caller who may answer the ticket.
    const known = ticket && ticketRights(ctx, ctx.member, ticket).answers ? ticket : undefined
    const tags = suggested(ctx, known?.id, tagsOf(ctx, ctx.guild.id))
    return {
      tags: known ? tags.map(tag => ({ ...tag, text: filled(tag, known, shownNumber(ctx, known), ctx.member) })) : tags,
    }
  },
  saveTag: (ctx: Ctx<'saveTag'>) => ({
    tag: { ...saveTag(ctx, ctx.body, by(ctx)), suggested: false },
  }),
  deleteTag(ctx: Ctx<'deleteTag'>) {
    deleteTag(ctx, ctx.params['name'] ?? '', by(ctx))
    return {}
  },
}
