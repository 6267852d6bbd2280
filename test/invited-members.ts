import { attributionOf, invitesOf } from '#features/invites/public.ts'
import { presentJoins, waitingJoins } from '#features/invites/joins.ts'
import { inviteBaselines } from '#features/invites/table.ts'
import { blankUser } from '#sandbox/world/blank.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import type { Harness } from './harness.ts'
import { until } from './until.ts'

/** Lets people join the demo server by invites and leave it again, and looks up how invite tracking attributes them. */
export function invitedMembers(app: Harness) {
  const { context } = app.sandbox
  const db = () => app.product.services.db

  /** Waits until the invites have been read and every join is attributed. */
  const settled = () =>
    until(
      'the invites to be read',
      () => db().select().from(inviteBaselines).all().length > 0 && waitingJoins(db(), app.guildId).length === 0,
    )
  const isPresent = (userId: string) => presentJoins(db(), app.guildId).some(({ userId: id }) => id === userId)

  return {
    settled,
    /** Whether invite tracking has somebody recorded as present. */
    isPresent,
    /** Creates an account that plays no part in the demo, `ageDays` old. @returns its id */
    newcomer(ageDays = 1000): string {
      const id = String(BigInt(context.nextId()) - (BigInt(ageDays * 86_400_000) << 22n))
      const user = blankUser({ id, username: `guest${id.slice(-6)}` })
      context.world.accounts.set(id, { login: id, user, email: `${id}@example.test`, bot: false, lastActive: 0 })
      return id
    },
    join: (userId: string, code?: string) => joinGuild(context, userId, app.guildId, code),
    leave: (userId: string) => leaveGuild(context, userId, app.guildId),
    /** Creates an invite to #general as `login`. @returns its code */
    async invite(login: string, wish: { max_uses?: number } = {}): Promise<string> {
      const path = `/channels/${app.channel('general')}/invites`
      return (await app.as(login).rest<{ code: string }>('POST', path, { unique: true, ...wish })).code
    },
    counts: (login: string) => invitesOf(db(), app.guildId, app.as(login).userId),
    /** How a member joined, once the join has been attributed. */
    async decided(userId: string) {
      await until(`${userId} to be noticed`, () => isPresent(userId))
      await settled()
      const { via, certainty, inviterId, code } = attributionOf(db(), app.guildId, userId) ?? {}
      return { via, certainty, inviterId, code }
    },
  }
}
