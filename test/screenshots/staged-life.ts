import { incidentsIn } from '#features/antinuke/incidents/incidents.ts'
import { rosterOf } from '#features/antinuke/engine/roster.ts'
import type { Harness } from '../harness.ts'
import { invitedMembers } from '../invited-members.ts'
import { until } from '../until.ts'

/** XP of the most active members. */
const earned = { member1: 9200, member2: 6100, member3: 4300, member5: 2650, member6: 1200 }

/** How many people each member has invited. */
const invited = { member1: 4, member2: 2, member5: 1 }

const cases = [
  ['warn', 'member6', 'Advertises in #general'],
  ['timeout', 'member7', '1d Repeated self-promotion'],
  ['warn', 'member8', 'Spoilers without a warning'],
] as const

/** The account of an administrator deletes channels, until anti-nuke bans it and restores them. */
export async function stagedIncident(harness: Harness): Promise<void> {
  const { guildId, sandbox, product } = harness
  const rogue = harness.as('rogue')
  const channels = [...(sandbox.context.world.guilds.get(guildId)?.channelIds ?? [])]
  await until('everybody who can do harm is known', () => rosterOf(product.services, guildId).people.has(rogue.userId))
  await Promise.allSettled(channels.map(id => rogue.rest('DELETE', `/channels/${id}`)))
  await until('the incident to be settled', () =>
    incidentsIn(product.services, guildId).find(({ state }) => state !== 'under-way'),
  )
}

/** What members and moderators did: XP, invites and cases. */
export async function stagedLife(harness: Harness): Promise<void> {
  const general = harness.channel('general')
  const told = async (text: string) => harness.answerTo(await harness.as('owner').say(general, text))
  for (const [login, total] of Object.entries(earned)) await told(`.givexp <@${harness.as(login).userId}> ${total}`)
  for (const [kind, login, reason] of cases) await told(`.${kind} <@${harness.as(login).userId}> ${reason}`)
  const invites = invitedMembers(harness)
  await invites.settled()
  for (const [login, count] of Object.entries(invited)) {
    const code = await invites.invite(login)
    for (let joined = 0; joined < count; joined += 1) {
      const newcomer = invites.newcomer()
      invites.join(newcomer, code)
      await invites.decided(newcomer)
    }
  }
}
