import { type GuildMember, type InternalRequest, SnowflakeUtil, type Guild } from 'discord.js'
import { discordNow } from '#kit/discord-time.ts'
import type { Initiator, RequestOutcome } from '#kernel/discord/initiator.ts'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import antinuke from '../contract.ts'
import { actionOf } from './action.ts'
import type { Action } from './audit-entry.ts'
import { countAndDecide, factsOf } from './intake.ts'
import { hasMade, uncountAction } from './ledger.ts'
import { entriesOf, orderEntryOf } from './ordered-entries.ts'
import { currentPowers, type RosterPerson, personOf } from './roster.ts'
import { punishmentFor, stopAttack } from './stop.ts'
import { timeoutMs } from './punish/requests.ts'
import { lastSanction } from './punish/sanctions.ts'

/** How long after roles were taken Discord may still show them (ms). */
const lateMs = 2 * 60_000

/**
 * Why the bot takes no orders from somebody, as a sentence for them: they were stopped, and nobody has taken that back.
 * Whatever the punishment was, this lasts as long as a timeout. It ends earlier if people give the roles back or make
 * them an extra owner.
 */
function heldBack(services: Services, guild: Guild, userId: string): string | undefined {
  const own = services.settings.read(guild.id, antinuke)
  if (!own.enabled || own.extraOwners.includes(userId)) return undefined
  const sanction = lastSanction(services, guild.id, userId)
  if (!sanction || discordNow(services) - sanction.at > timeoutMs) return undefined
  const taken = sanction.steps.flatMap(step => (step.do === 'strip' ? step.take : []))
  const isSettled =
    sanction.state === 'done' && sanction.settledAt !== null && Math.abs(services.now() - sanction.settledAt) > lateMs
  const held = guild.members.cache.get(userId)?.roles.cache
  if (isSettled && taken.some(id => held?.has(id))) return undefined
  return `Anti-nuke has stopped you here (incident ${sanction.number}), so I do nothing that you tell me to do. The server's owner can take that back on the page of the incident.`
}

const refused = (sentence: string) => new UserError('antinuke.stopped', sentence, 403)

const personFrom = ({ id, guild, user, roles }: GuildMember): RosterPerson => ({
  id,
  bot: user.bot,
  roles: [...roles.cache.keys()].filter(role => role !== guild.id),
  had: undefined,
  goneAt: undefined,
  username: user.username,
})

/** The people whom a bulk ban did not ban. Source: Discord's documentation, "Bulk Guild Ban Response". */
function failedIn(answer: unknown): readonly unknown[] {
  const failed: unknown =
    typeof answer === 'object' && answer !== null && 'failed_users' in answer ? answer.failed_users : []
  return Array.isArray(failed) ? failed : []
}

/**
 * Counts what somebody tells the bot to do as if they did it themselves, before it is done: Discord's audit log will
 * name the bot. An order that would be one too many is refused, so that nothing gets through here. Whether they could
 * do it themselves is not asked, as the bot lets them ask for it. What this feature does is judged by its own rights.
 */
function judgeOrder(
  services: Services,
  { member, feature }: Initiator,
  request: InternalRequest,
): ((outcome: RequestOutcome) => void) | undefined {
  const { guild, id } = member
  const own = services.settings.read(guild.id, antinuke)
  if (!own.enabled || feature === antinuke.name) return undefined
  const entries = entriesOf(request, services.client).filter(({ guildId }) => guildId === guild.id)
  if (entries.length === 0) return undefined
  const held = services.access.suspension(guild, id)
  if (held !== undefined) throw refused(held)
  const powers = currentPowers(services, guild.id)
  if (!powers) return undefined
  const person = personOf(services, guild.id, id) ?? personFrom(member)
  const counted: Action[] = []
  const takeBack = (which: (action: Action) => boolean) => {
    for (const action of counted) if (which(action)) uncountAction(services, guild.id, action)
  }
  for (const entry of entries) {
    const entryId = String(SnowflakeUtil.generate({ timestamp: services.now() }))
    const understood = actionOf({ ...entry, id: entryId, user_id: id }, factsOf(services, powers, own))
    if (!understood || understood.weight === 0 || !own.modules[understood.module]) continue
    // People have the bot remove what it made all day.
    if (entry.target_id && hasMade(services, guild.id, powers.self.id, entry.target_id)) continue
    const action = { ...understood, entryId: orderEntryOf(entryId) }
    counted.push(action)
    const decision = countAndDecide(services, guild.id, action, powers, person)
    if (!decision) continue
    if (punishmentFor(own, action.module) === 'NONE') {
      stopAttack(services, guild.id, decision)
      continue
    }
    takeBack(() => true)
    stopAttack(services, guild.id, { ...decision, refused: true })
    throw refused(
      heldBack(services, guild, id) ??
        'Anti-nuke lets nobody do that much at once, so I did not do it. Ask the server’s owner.',
    )
  }
  if (counted.length === 0) return undefined
  return outcome => {
    const failed = outcome ? failedIn(outcome.answer) : undefined
    takeBack(({ targetId }) => failed === undefined || failed.includes(targetId))
  }
}

/**
 * Holds people to their limits in what they tell the bot to do, and keeps the bot from obeying anybody whom it has
 * stopped.
 */
export function judgeOrders(services: Services): void {
  services.initiated.judge((by, request) => judgeOrder(services, by, request))
  services.access.suspend((guild, userId) => heldBack(services, guild, userId))
}
