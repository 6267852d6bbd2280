import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import antinuke from '#features/antinuke/contract.ts'
import type { AttackKind, ProfileName } from '#features/antinuke/drill/contract.ts'
import { call } from '#web/app/api.ts'
import type { DrillSubject } from './drill-subject.ts'

/** The attack, its rate per second, and the connection profile. */
export interface DrillOptions {
  attack: AttackKind
  rate: number
  profile: ProfileName
}

export interface Wish extends DrillSubject, DrillOptions {}

const runDrill = (guildId: string, { kind, id, ...options }: Wish, signal: AbortSignal) =>
  call(antinuke, 'drill', {
    params: { guildId },
    query: { kind: kind === 'role' ? 'role' : 'person', id, ...options },
    signal,
  })

export type DrillReply = Awaited<ReturnType<typeof runDrill>>

/** Runs one drill at a time; the latest result stays until the next one arrives. */
export function useDrill(guildId: string) {
  const [last, setLast] = useState<{ wish: Wish; reply: DrillReply }>()
  const current = useRef<AbortController>(null)
  const run = useMutation({
    mutationFn(wish: Wish) {
      current.current?.abort()
      current.current = new AbortController()
      return runDrill(guildId, wish, current.current.signal)
    },
    onSuccess: (reply, wish) => setLast({ wish, reply }),
  })
  return {
    last,
    running: run.isPending,
    failure: { error: run.error, reset: run.reset },
    start: run.mutate,
    cancel() {
      current.current?.abort()
      run.reset()
    },
  }
}
