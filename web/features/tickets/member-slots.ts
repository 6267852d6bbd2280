import type tickets from '#features/tickets/contract.ts'
import type { MemberSlots } from '#web/app/people/member-slots.tsx'
import { TicketsCard, ticketsOf } from './member/tickets-card.tsx'

const feature = 'tickets' satisfies typeof tickets.name

export default {
  cards: [{ feature, column: 'main', place: 5, query: ticketsOf, part: TicketsCard }],
} satisfies MemberSlots
