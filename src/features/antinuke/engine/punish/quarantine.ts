import { type Services, state } from '#kernel/feature.ts'
import { type MemberPayload } from '../roster.ts'
import { carryOut } from './carry-out.ts'
import { quarantined, type Sanction, settleSanction } from './sanctions.ts'

/** For how long after somebody came back roles that return are not given by people (ms). */
const returnsMs = 2 * 60_000

interface Quarantine {
  /** By user, once read. */
  taken: Map<string, Sanction> | undefined
  /** When somebody came back (Unix ms). */
  returned: Map<string, number>
}
const quarantineOf = state((): Quarantine => ({ taken: undefined, returned: new Map() }))

/** What was taken or given back has changed. */
export const forgetQuarantine = (services: Services, guildId: string): void => {
  quarantineOf(services, guildId).taken = undefined
}

/**
 * Takes the roles again of somebody who left without them and came back to get them from what gives members their roles.
 * What people give later is theirs to decide.
 */
export function holdQuarantine(
  services: Services,
  guildId: string,
  { user, roles }: Pick<MemberPayload, 'user' | 'roles'>,
  joined: boolean,
): void {
  const quarantine = quarantineOf(services, guildId)
  quarantine.taken ??= new Map(quarantined(services, guildId).map(one => [one.userId, one]))
  const sanction = quarantine.taken.get(user.id)
  if (!sanction) return
  if (joined) quarantine.returned.set(user.id, services.now())
  if (!(services.now() - (quarantine.returned.get(user.id) ?? -Infinity) < returnsMs)) return
  const strip = sanction.steps.find(step => step.do === 'strip')
  const back = strip?.do === 'strip' ? roles.filter(id => strip.take.includes(id)) : []
  if (strip?.do !== 'strip' || back.length === 0) return
  const again: Sanction = {
    ...sanction,
    steps: [{ ...strip, enough: true, keep: roles.filter(id => !back.includes(id)) }],
  }
  void carryOut(services, again)
    .then(() => settleSanction(services, sanction, { state: 'done', done: sanction.done }))
    .catch((err: unknown) => services.log.error({ err, guildId }, 'a quarantine could not be held'))
}
