import { type Services, state } from '#kernel/feature.ts'
import { discordNow } from '#kit/discord-time.ts'
import antinuke from '../../contract.ts'
import { noteInIncident } from '../../incidents/incidents.ts'
import { power } from '../danger.ts'
import type { MemberPayload } from '../newcomers.ts'
import { comparePlaces } from '../powers.ts'
import { currentPowers } from '../roster.ts'
import { ownReason, send, timeoutMs } from './requests.ts'
import { type Sanction, strippedFrom } from './sanctions.ts'
import type { PunishStep } from './steps.ts'

/** How long after somebody rejoined returning roles are taken to be given by bots, not by people (ms). */
const returnsMs = 2 * 60_000

/** When somebody rejoined (Unix ms). */
const returnedOf = state(() => new Map<string, number>())

/**
 * The roles with power that can be taken from somebody. Discord lets administrators speak during a timeout, so an invite
 * that gives such a role would end it.
 */
function rolesWithPower(services: Services, guildId: string, { at }: Sanction, roles: readonly string[]): string[] {
  const powers = currentPowers(services, guildId)
  if (!powers || discordNow(services) - at > timeoutMs) return []
  return roles.filter(id => {
    const role = powers.roles.get(id)
    const isTakeable = role !== undefined && !role.managed && comparePlaces(powers.self.top, role) > 0
    return isTakeable && (role.bits & power & ~powers.everyone) !== 0n
  })
}

/**
 * Takes the roles again of somebody who left without them and rejoined to get them, or others with power, from whatever
 * gives members their roles. Roles that people give them later are those people's decision.
 */
export function holdQuarantine(
  services: Services,
  guildId: string,
  { user, roles }: Pick<MemberPayload, 'user' | 'roles'>,
  joined: boolean,
): void {
  const sanction = strippedFrom(services, guildId, user.id)
  if (!sanction) return
  const returned = returnedOf(services, guildId)
  if (joined) returned.set(user.id, services.now())
  if (Math.abs(services.now() - (returned.get(user.id) ?? -Infinity)) >= returnsMs) return
  const taken = sanction.steps.flatMap(step => (step.do === 'strip' ? step.take : []))
  const back = new Set(roles.filter(id => taken.includes(id)))
  for (const id of rolesWithPower(services, guildId, sanction, roles)) back.add(id)
  if (back.size === 0) return
  const again: PunishStep = { do: 'strip', enough: true, keep: roles.filter(id => !back.has(id)), take: [...back] }
  const held = send(services, sanction, again, `${ownReason} incident ${sanction.number}`).then(() =>
    noteInIncident(services, sanction, {
      lane: 'stop',
      parts: [{ user: user.id }, ' came back, and the roles that they were given were taken.'],
    }),
  )
  services.background(held, {
    text: 'a quarantine could not be held',
    level: 'warn',
    guildId,
    feature: antinuke.name,
  })
}
