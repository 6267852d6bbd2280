import { type APIExtendedInvite, type APIWebhook, DiscordAPIError, Routes, SnowflakeUtil } from 'discord.js'
import { z } from 'zod'
import { inLane } from '#kernel/discord/lanes.ts'
import { job, jobHandle, type Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { discordNow } from '#kit/discord-time.ts'
import antinuke from '../../contract.ts'
import { isUndoable } from '../../in-browser.ts'
import { type Incident, incidentOf, noteInIncident } from '../../incidents/incidents.ts'
import { hourMs } from '../count.ts'
import { ownReason } from './requests.ts'
import { sanctionsOf } from './sanctions.ts'

/** Discord's documentation has `roles` in the invites of a server; the library's type does not. */
type ListedInvite = APIExtendedInvite & { roles?: readonly unknown[] | null }

/** Whether something was made before a time (Unix ms by Discord's clock). */
const isBefore = (until: number | undefined, madeAt: number) => until === undefined || madeAt <= until

/**
 * Removes what somebody left behind to come back with: invites that give roles, and webhooks that they made recently.
 * @param until the last moment at which what they made counts (Unix ms by Discord's clock); any if left out
 * @throws if Discord does not answer, once everything has been attempted
 */
async function removeBackdoors(
  services: Services,
  incident: Pick<Incident, 'guildId' | 'number' | 'startedAt'>,
  userIds: readonly string[],
  until?: number,
): Promise<void> {
  const { rest } = services.client
  const { guildId, number, startedAt } = incident
  const reason = `${ownReason} incident ${number}`
  const unanswered: unknown[] = []
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (err) {
      if (isOutage(err)) unanswered.push(err)
      else if (!(err instanceof DiscordAPIError)) throw err
      services.log.info({ err, guildId, feature: antinuke.name }, 'what an attacker left could not be removed')
    }
  }
  // Takes turns with what is put back, and never delays stopping the next attacker.
  await inLane('repair', async () => {
    await attempt(async () => {
      // Discord's documentation says that these routes answer with these.
      const invites = (await rest.get(Routes.guildInvites(guildId))) as ListedInvite[]
      for (const { code, inviter, roles, created_at } of invites)
        if (
          inviter &&
          userIds.includes(inviter.id) &&
          (roles?.length ?? 0) > 0 &&
          isBefore(until, Date.parse(created_at))
        )
          await attempt(async () => {
            await rest.delete(Routes.invite(code), { reason })
            noteInIncident(services, incident, {
              lane: 'stop',
              parts: ['Deleted an invite with which ', { user: inviter.id }, ' could have given roles.'],
            })
          })
    })
    await attempt(async () => {
      const webhooks = (await rest.get(Routes.guildWebhooks(guildId))) as APIWebhook[]
      for (const { id, user } of webhooks) {
        const madeAt = SnowflakeUtil.timestampFrom(id)
        if (user && userIds.includes(user.id) && madeAt > startedAt - hourMs && isBefore(until, madeAt))
          await attempt(async () => {
            await rest.delete(Routes.webhook(id), { reason })
            noteInIncident(services, incident, {
              lane: 'stop',
              parts: ['Deleted a webhook that ', { user: user.id }, ' had made.'],
            })
          })
      }
    })
  })
  if (unanswered.length > 0) throw unanswered[0]
}

const left = z.object({
  number: z.number(),
  userIds: z.array(z.string()),
  /** Until when what they made counts (Unix ms by Discord's clock). */
  until: z.number(),
})
const closing = jobHandle(left)
const againMs = 5000
/** Discord's clock is known to within seconds: what was made this much later counts, too (ms). */
const clockMs = 5000

/** Removes what attackers left behind to come back with; if Discord does not answer, again later. */
export async function closeBackDoors(
  services: Services,
  incident: Pick<Incident, 'guildId' | 'number' | 'startedAt'>,
  userIds: readonly string[],
): Promise<void> {
  const { guildId, number } = incident
  try {
    await removeBackdoors(services, incident, userIds)
  } catch (err) {
    if (!isOutage(err)) throw err
    const payload = { number, userIds: [...userIds], until: discordNow(services) + clockMs }
    services.scheduler.at(closing, { at: services.now() + againMs, guildId, payload })
  }
}

/** Removes what attackers left, where Discord did not answer before. */
export const closeBackDoorsAgain = job({
  handle: closing,
  payload: left,
  lane: 'repair',
  promise: ({ number }) => `remove the webhooks and invites that the attackers of incident ${number} had left`,
  async run(services, { number, userIds, until }, { guildId }) {
    const incident = guildId === null ? undefined : incidentOf(services, { guildId, number })
    if (!incident || incident.state === 'undone') return
    // What was done against somebody may have been taken back in the meantime.
    const stopped = new Set(sanctionsOf(services, incident).flatMap(one => (isUndoable(one) ? [one.userId] : [])))
    const still = userIds.filter(id => stopped.has(id))
    if (still.length > 0) await removeBackdoors(services, incident, still, until)
  },
})
