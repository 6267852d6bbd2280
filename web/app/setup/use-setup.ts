import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import kernel from '#kernel/contract.ts'
import { type Guard, type SetupQuestion, type SetupAnswers, usualGuard } from '#kernel/setup/contract.ts'
import { reload } from '#web/app/list/reload.ts'
import { ApiError, call } from '../api.ts'
import { noteAppliedChanges } from '../many-changes/use-changes.ts'
import { guildKey } from '../guild-key.ts'

const setupKey = (guildId: string) => [...guildKey(guildId), 'setup']

/** What would suit the server, and the latest setup, import or copy. */
export const useSetup = (guildId: string) =>
  useQuery({
    queryKey: setupKey(guildId),
    queryFn: ({ signal }) => call(kernel, 'setup', { params: { guildId }, signal }),
  })

/** The server's channels and roles, to choose from. */
export const useGuildChoices = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'choices'],
    queryFn: async ({ signal }) => {
      const [{ channels }, { roles }] = await Promise.all([
        call(kernel, 'channels', { params: { guildId }, signal }),
        call(kernel, 'roles', { params: { guildId }, signal }),
      ])
      return { channels, roles }
    },
  })

export type Suggested = NonNullable<ReturnType<typeof useSetup>['data']>['suggested']

interface Typed {
  kind: SetupAnswers['kind']
  logChannel: string | null
  staffRole: string | null
  greet: boolean
  greetChannel: string | null
  goodbye: boolean
  /** Null while it is what the community kind suggests. */
  guard: Guard | null
}

/** The answers, which of them the user has given, and setters for each. */
export function useAnswers(suggested: Suggested) {
  const [typed, setTyped] = useState<Typed>({
    ...suggested,
    greet: suggested.greetChannel !== null,
    goodbye: false,
    guard: null,
  })
  const [given, setGiven] = useState<ReadonlySet<SetupQuestion>>(new Set())
  const answer = (question: SetupQuestion, change: Partial<Typed>) => {
    setTyped(before => ({ ...before, ...change }))
    setGiven(before => new Set([...before, question]))
  }
  return { typed: { ...typed, guard: typed.guard ?? usualGuard[typed.kind] }, given, answer }
}
export type Answers = ReturnType<typeof useAnswers>['typed']

/** The answers as the endpoint expects them, without anything that is not chosen. */
const sent = ({ kind, logChannel, staffRole, greet, greetChannel, goodbye, guard }: Answers) => ({
  kind,
  guard,
  greet: greet ? ('on' as const) : ('off' as const),
  goodbye: goodbye ? ('on' as const) : ('off' as const),
  ...(logChannel !== null && { logChannel }),
  ...(staffRole !== null && { staffRole }),
  ...(greetChannel !== null && { greetChannel }),
})

/** What the answers would change; while that is loading, what the previous ones would. */
export const usePlan = (guildId: string, answers: Answers) =>
  useQuery({
    queryKey: [...setupKey(guildId), 'plan', sent(answers)],
    queryFn: ({ signal }) => call(kernel, 'planSetup', { params: { guildId }, query: sent(answers), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Applies the changes that were shown. */
export function useApply(guildId: string, answers: Answers) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mark: string) => call(kernel, 'applySetup', { params: { guildId }, body: { ...sent(answers), mark } }),
    onSuccess: applied => noteAppliedChanges(client, guildId, applied),
    onError: error =>
      error instanceof ApiError && error.status === 409 ? reload(client, setupKey(guildId)) : undefined,
  })
}

/** Changes no settings. Whoever chose this is not asked again, or nobody is. */
export function usePostpone(guildId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (everybody: boolean) => call(kernel, 'postponeSetup', { params: { guildId }, body: { everybody } }),
    onSuccess: () => reload(client, guildKey(guildId)),
  })
}
