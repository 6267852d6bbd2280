import { Ban, BrushCleaning, Clock, ClockAlert, DoorOpen, NotebookPen, TriangleAlert, Undo2 } from 'lucide-react'
import type moderation from '#features/moderation/contract.ts'
import type { MemberAct } from '#features/moderation/member-acts/contract.ts'
import { reader } from '#web/app/api.ts'
import type { MemberActsSlot, PersonShown } from '#web/app/people/member-slots.tsx'
import { personKey } from '#web/app/people/person-query.ts'

// Type import only, so that the page does not load the schemas.
const readModeration = reader<typeof moderation>()

/** What the viewer may do to somebody. */
export const actsOn = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...personKey({ guildId, userId }), 'moderation'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readModeration('/guild/:guildId/moderation/members/:userId/acts', { params: { guildId, userId }, signal }),
})

const looks: Record<MemberAct, ReturnType<MemberActsSlot['look']>> = {
  warn: { label: 'Warn', icon: TriangleAlert },
  timeout: { label: 'Timeout', icon: Clock },
  untimeout: { label: 'Lift timeout', icon: ClockAlert },
  note: { label: 'Add note', icon: NotebookPen },
  kick: { label: 'Kick', icon: DoorOpen, danger: true },
  softban: { label: 'Softban', icon: BrushCleaning, danger: true },
  ban: { label: 'Ban', icon: Ban, danger: true },
  unban: { label: 'Unban', icon: Undo2 },
}

export const isAct = (act: string): act is MemberAct => act in looks

export const lookOf: MemberActsSlot['look'] = act => {
  if (!isAct(act)) throw new Error(`there is no act ${act}`)
  return looks[act]
}
