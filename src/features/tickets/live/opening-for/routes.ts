import type { Answered } from '#contract'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import type { RouteContext } from '#kernel/feature.ts'
import { channelName, sees } from '#kernel/rights/channel-rights.ts'
import type tickets from '../../contract.ts'
import type { Ticket } from '../../life/rows.ts'
import { openedWith, openFor } from '../../opening/open-for.ts'
import { questionsHash } from '../../opening/questions.ts'
import { shownNumber } from '../../opening/name.ts'
import { panelOf, panelsOf } from '../../panels/rows.ts'
import { isTeamOf } from '../../rights/rights.ts'
import { demandMember, membersLike } from '../guest-acts.ts'
import { answersGiven } from './answers-given.ts'
import type { openingForEndpoints as endpoints } from './contract.ts'

type Ctx<K extends keyof Answered<typeof endpoints>> = RouteContext<typeof tickets, (typeof endpoints)[K]>
type Named = { id: string; name: string }

const byName = (a: Named, b: Named) => a.name.localeCompare(b.name)

function choices(ctx: Ctx<'openForChoices'>) {
  const { guild, member } = ctx
  const panels = panelsOf(ctx, guild.id).filter(({ design }) => isTeamOf(ctx, member, design))
  const asksFor = (kind: 'role' | 'channel') =>
    panels.some(({ design }) => design.required_inputs.some(question => question.kind === kind))
  const roles = [...guild.roles.cache.values()].filter(({ id }) => id !== guild.id)
  const channels = [...guild.channels.cache.values()].filter(
    channel => !channel.isThread() && !isHidden(channel) && sees(member, channel),
  )
  return {
    panels: panels.map(({ id, design }) => ({
      id,
      title: design.title,
      questions: design.required_inputs,
      asked: questionsHash(design.required_inputs),
    })),
    roles: asksFor('role')
      ? roles.toSorted((a, b) => b.comparePositionTo(a)).map(({ id, name }) => ({ id, name }))
      : [],
    channels: asksFor('channel')
      ? channels.map(channel => ({ id: channel.id, name: channelName(channel, member) })).toSorted(byName)
      : [],
  }
}

const told = (ctx: Ctx<'openFor'>, ticket: Ticket) => ({
  ticketId: ticket.id,
  number: shownNumber(ctx, ticket),
  state: ticket.state,
})

export const openingForRoutes = {
  openForChoices: choices,
  async openForMembers(ctx: Ctx<'openForMembers'>) {
    const found = await membersLike(ctx, ctx.query.search)
    return { people: found.map(({ id, displayName }) => ({ id, name: displayName })) }
  },
  async openFor(ctx: Ctx<'openFor'>) {
    const { panelId, memberId, reason, answers, asked, key } = ctx.body
    // Checked before any refusal: an opened ticket is returned even if its panel was changed or deleted since.
    const before = openedWith(ctx, key)
    if (before) return told(ctx, before)
    const panel = panelOf(ctx, ctx.guild.id, panelId)
    if (!panel) throw new UserError('tickets.no-panel', 'There is no such panel in this server any more.', 404)
    if (answers.length > 0 && asked !== questionsHash(panel.design.required_inputs))
      throw new UserError(
        'tickets.asked-anew',
        'The panel’s questions have changed in the meantime. Nothing was opened: start again with the new ones.',
        409,
      )
    const member = await demandMember(ctx, memberId)
    const given = await answersGiven(ctx, ctx.member, panel.design.required_inputs, answers)
    const ticket = await openFor(ctx, { by: ctx.member, member, panel, reason: reason.trim(), answers: given, key })
    return told(ctx, ticket)
  },
}
