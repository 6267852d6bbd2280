import { useMutation } from '@tanstack/react-query'
import antinuke from '#features/antinuke/contract.ts'
import type { AttackKind, ProfileName } from '#features/antinuke/drill/contract.ts'
import { call } from '#web/app/api.ts'

export interface Wish {
  kind: 'role' | 'person'
  id: string
  attack: AttackKind
  rate: number
  profile: ProfileName
}

/** Runs a drill; the last result stays until the next one is there. */
export const useDrill = (guildId: string) =>
  useMutation({ mutationFn: (wish: Wish) => call(antinuke, 'drill', { params: { guildId }, query: { ...wish } }) })

export type DrillReply = NonNullable<ReturnType<typeof useDrill>['data']>
