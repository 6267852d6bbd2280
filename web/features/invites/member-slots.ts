import type invites from '#features/invites/contract.ts'
import type { MemberSlots } from '#web/app/people/member-slots.tsx'
import { InvitesCard, invitesOf } from './member/invites-card.tsx'
import { JoinsCard, joinOf } from './member/joins-card.tsx'

const feature = 'invites' satisfies typeof invites.name

export default {
  cards: [
    { feature, column: 'main', place: 6, query: joinOf, part: JoinsCard },
    { feature, column: 'side', place: 8, query: invitesOf, part: InvitesCard },
  ],
} satisfies MemberSlots
