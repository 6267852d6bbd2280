import type { GuildMember } from 'discord.js'
import { inert } from '#kit/template.ts'
import type { TicketContext } from '../life/duties.ts'
import type { Ticket } from '../life/rows.ts'
import { rolesOfTicket } from '../rights/rights.ts'
import { longestAnswer } from './contract.ts'

/** Escapes Discord's formatting in a name. */
const plain = (text: string) => inert(text).replace(/[\\*_~`|>#[\]()-]/g, '\\$&')

/** Returns the name and role that sign somebody's answers. */
export function signatureOf(ctx: TicketContext, member: GuildMember, ticket: Pick<Ticket, 'panelId'>) {
  const { answer } = rolesOfTicket(ctx, ticket)
  const role = member.roles.cache
    .filter(({ id }) => answer.includes(id))
    .sorted((a, b) => b.comparePositionTo(a))
    .first()
  const name = member.displayName
  const line = `**${plain(name)}**${role ? `, ${plain(role.name)}` : ''}:`
  return { name, role: role?.name ?? null, line, room: longestAnswer - [...line].length - 1 }
}

/** Formatting that Discord recognizes only at the beginning of a line: headings, quotes, lists, code. */
const beginsBlock = /^(?:#{1,3} |-# |>|[-*] |\d+\. |```)/

/** Returns an answer with the name of the person who gave it. */
export const signed = (line: string, text: string): string =>
  `${line}${text.includes('\n') || beginsBlock.test(text) ? '\n' : ' '}${text}`
