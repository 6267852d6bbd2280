import type { Answered } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { RouteContext } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { attachmentFiles } from '../record/attachments.ts'
import { keepNote } from '../record/notes.ts'
import { attachmentOf } from '../record/rows.ts'
import { demandActs, demandSeen } from './access.ts'
import { claim, close, deleteClosed, move, openAgain, release, rename, setPriority, transcriptNow } from './acts.ts'
import { answerTicket, demandWriting } from './answer.ts'
import { dropAnswerFiles, keepAnswerFile } from './answer-files.ts'
import { noteAnswering, othersAnswering } from './answering.ts'
import type { endpoints } from './contract.ts'
import { factsOf } from './facts.ts'
import { listOpen } from './list.ts'
import { openingForRoutes } from './opening-for/routes.ts'
import { messagesPage } from './messages.ts'
import { addPerson, candidates, handTo, removePerson } from './guest-acts.ts'

type Ctx<K extends keyof Answered<typeof endpoints>> = RouteContext<typeof tickets, (typeof endpoints)[K]>
/** The context of every call about one ticket. */
type Asking = Omit<Ctx<'ticket'>, 'query' | 'body'>

const idIn = ({ params }: Asking): string => params['ticketId'] ?? ''
const seen = (ctx: Asking) => demandSeen(ctx, ctx.member, idIn(ctx))
const acted = (ctx: Asking) => demandActs(ctx, ctx.member, idIn(ctx)).ticket

export const routes = {
  openTickets: (ctx: Ctx<'openTickets'>) => listOpen(ctx, ctx.member, ctx.query),
  ticket: (ctx: Ctx<'ticket'>) => factsOf(ctx, ctx.member, seen(ctx)),
  ticketMessages: (ctx: Ctx<'ticketMessages'>) => messagesPage(ctx, ctx.member, seen(ctx).ticket, ctx.query.before),
  ticketAttachment(ctx: Ctx<'ticketAttachment'>) {
    const { ticket } = seen(ctx)
    const row = ticket.state === 'deleted' ? undefined : attachmentOf(ctx, ticket, ctx.params['attachmentId'] ?? '')
    const kept = row?.fileId ? ctx.files.of(attachmentFiles, ctx.guild.id).read(row.fileId) : undefined
    if (!kept) throw new UserError('tickets.no-attachment', 'There is no such file in this ticket.', 404)
    return { name: kept.name, type: kept.type, content: kept.content }
  },
  answering: (ctx: Ctx<'answering'>) => ({ names: othersAnswering(ctx, seen(ctx).ticket, ctx.member.id) }),
  noteAnswering(ctx: Ctx<'noteAnswering'>) {
    const { ticket, rights } = seen(ctx)
    if (rights.writes && ticket.state === 'open') noteAnswering(ctx, ticket, ctx.member)
    return {}
  },
  answer: async (ctx: Ctx<'answer'>) => ({ messageId: await answerTicket(ctx, ctx.member, idIn(ctx), ctx.body) }),
  async addAnswerFile(ctx: Ctx<'addAnswerFile'>) {
    demandWriting(ctx, ctx.member, idIn(ctx))
    return keepAnswerFile(ctx, ctx.member, ctx.body.file)
  },
  async removeAnswerFile(ctx: Ctx<'removeAnswerFile'>) {
    seen(ctx)
    await dropAnswerFiles(ctx, ctx.member, [ctx.params['fileId'] ?? ''])
    return {}
  },
  claim: async (ctx: Ctx<'claim'>) => ({ problems: await claim(ctx, acted(ctx), ctx.member, ctx.body.from) }),
  release: async (ctx: Ctx<'release'>) => ({ problems: await release(ctx, acted(ctx), ctx.member) }),
  prioritise: async (ctx: Ctx<'prioritise'>) => ({
    problems: await setPriority(ctx, acted(ctx), { by: ctx.member, priority: ctx.body.priority }),
  }),
  close: async (ctx: Ctx<'close'>) => ({ problems: await close(ctx, acted(ctx), ctx.member, ctx.body.reason) }),
  reopen: async (ctx: Ctx<'reopen'>) => ({ problems: await openAgain(ctx, acted(ctx), ctx.member) }),
  deleteTicket: async (ctx: Ctx<'deleteTicket'>) => ({ problems: await deleteClosed(ctx, acted(ctx), ctx.member) }),
  addPerson: async (ctx: Ctx<'addPerson'>) => ({ problems: await addPerson(ctx, acted(ctx), ctx.member, ctx.body) }),
  removePerson: async (ctx: Ctx<'removePerson'>) => ({
    problems: await removePerson(ctx, acted(ctx), ctx.member, ctx.params['targetId'] ?? ''),
  }),
  transfer: async (ctx: Ctx<'transfer'>) => ({ problems: await handTo(ctx, acted(ctx), ctx.member, ctx.body.to) }),
  rename: (ctx: Ctx<'rename'>) => rename(ctx, acted(ctx), ctx.member, ctx.body.name),
  moveTicket: async (ctx: Ctx<'moveTicket'>) => ({
    problems: await move(ctx, acted(ctx), ctx.member, ctx.body.panelId),
  }),
  noteInternally(ctx: Ctx<'noteInternally'>) {
    keepNote(ctx, acted(ctx), ctx.member, ctx.body.text, ctx.body.key)
    return {}
  },
  candidates: async (ctx: Ctx<'candidates'>) => ({ people: await candidates(ctx, acted(ctx), ctx.query.search) }),
  async makeTranscript(ctx: Ctx<'makeTranscript'>) {
    const { id, problem } = await transcriptNow(ctx, acted(ctx), ctx.member)
    return { transcriptId: id, problem }
  },
  ...openingForRoutes,
}
