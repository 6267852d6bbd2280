import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract'
import access from '#features/access/contract.ts'
import kernel from '#kernel/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'

/** The form's data. */
export type GrantBody = Body<typeof access.endpoints.grant>

const key = (guildId: string) => [...guildKey(guildId), 'access'] as const

/** Who was given what, and the features that can be given. */
export const useGrants = (guildId: string) =>
  useQuery({
    queryKey: [...key(guildId), 'list'],
    queryFn: ({ signal }) => call(access, 'list', { params: { guildId }, signal }),
  })

export const useRoles = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'roles'],
    queryFn: ({ signal }) => call(kernel, 'roles', { params: { guildId }, signal }),
  })

/** Grants and revokes access; the list and the history are reloaded. */
export function useGrantChanges(guildId: string) {
  const client = useQueryClient()
  const onSuccess = () => reload(client, guildKey(guildId))
  const grant = useMutation({
    mutationFn: (body: GrantBody) => call(access, 'grant', { params: { guildId }, body }),
    onSuccess,
  })
  const revoke = useMutation({
    mutationFn: ({ id, feature }: { id: string; feature: string }) =>
      call(access, 'revoke', { params: { guildId, id, feature } }),
    onSuccess,
  })
  return { grant, revoke }
}
