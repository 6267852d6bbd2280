import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import antinuke from '#features/antinuke/contract.ts'
import type { VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { call } from '#web/app/api.ts'
import { incidentsKey } from './incidents-key.ts'

type Name = Pick<VerifiedObject, 'of' | 'id'>

const keyOf = (guildId: string, number: string, { of, id }: Name) => [
  ...incidentsKey(guildId),
  number,
  'object',
  of,
  id,
]
/** A repair is not told of: it is looked at as often until it is through. */
const settingMs = 1000

/** An object of an incident's report with its values. @param repairing whether it is being set again */
export const useProvenObject = (guildId: string, number: string, name: Name, repairing: boolean) =>
  useQuery({
    queryKey: keyOf(guildId, number, name),
    queryFn: ({ signal }) =>
      call(antinuke, 'provenObject', { params: { guildId, number }, query: { kind: name.of, id: name.id }, signal }),
    refetchInterval: ({ state: { data } }) => (repairing && data?.fields.some(({ same }) => !same) ? settingMs : false),
  })

/** Puts back what still differs of it. */
export function useSetAgain(guildId: string, number: string, name: Name) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(antinuke, 'setAgain', { params: { guildId, number }, body: { kind: name.of, id: name.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(guildId, number, name) }),
  })
}
