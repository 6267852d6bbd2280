import { type Services, state } from '#kernel/feature.ts'
import antinuke from '../../contract.ts'
import { noteInIncident } from '../../incidents/incidents.ts'
import type { MemberPayload } from '../newcomers.ts'
import { ownReason, send } from './requests.ts'
import { strippedFrom } from './sanctions.ts'

/** How long after somebody rejoined returning roles are taken to be given by bots, not by people (ms). */
const returnsMs = 2 * 60_000

/** When somebody rejoined (Unix ms). */
const returnedOf = state(() => new Map<string, number>())

/**
 * Takes the roles again of somebody who left without them and rejoined to get them from whatever gives members their
 * roles. Roles that people give them later are those people's decision.
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
  const strip = sanction.steps.find(step => step.do === 'strip')
  const back = strip?.do === 'strip' ? roles.filter(id => strip.take.includes(id)) : []
  if (strip?.do !== 'strip' || back.length === 0) return
  const again = { ...strip, keep: roles.filter(id => !back.includes(id)) }
  const held = send(services, sanction, again, `${ownReason} incident ${sanction.number}`).then(() =>
    noteInIncident(services, sanction, {
      lane: 'stop',
      parts: [{ user: user.id }, ' came back, and the roles were taken again.'],
    }),
  )
  services.background(held, {
    text: 'a quarantine could not be held',
    level: 'warn',
    guildId,
    feature: antinuke.name,
  })
}
