import type general from '#features/general/contract.ts'
import { reader } from '#web/app/api.ts'
import type { PersonShown } from '#web/app/people/member-slots.tsx'
import { personKey } from '#web/app/people/person-query.ts'

// Type import only, so that the page does not load the schemas.
const readGeneral = reader<typeof general>()

/** The roles that the viewer may give to somebody or take, and why not; none if they may not change roles. */
export const changeableRoles = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...personKey({ guildId, userId }), 'roles'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readGeneral('/guild/:guildId/members/:userId/roles', { params: { guildId, userId }, signal }),
})

/** Gives or takes a role. */
export async function changeRole(
  { guildId, userId }: PersonShown,
  roleId: string,
  change: 'giveRole' | 'takeRole',
): Promise<void> {
  const [{ default: contract }, { call }] = await Promise.all([
    import('#features/general/contract.ts'),
    import('#web/app/api.ts'),
  ])
  await call(contract, change, { params: { guildId, userId, roleId } })
}
