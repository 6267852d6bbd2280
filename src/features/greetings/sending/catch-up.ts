import type { Guild } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { job, type Services } from '#kernel/feature.ts'
import { end, rulesAccepted, resume, sweep } from './queue.ts'
import { greetingQueue } from '../table.ts'

/** Members that one request to the gateway may name. Source: Discord's documentation, "Request Guild Members". */
const perRequest = 100

const screenedIn = ({ db }: Pick<Services, 'db'>, guildId: string) =>
  db
    .select({ id: greetingQueue.id, userId: greetingQueue.userId })
    .from(greetingQueue)
    .where(and(eq(greetingQueue.guildId, guildId), eq(greetingQueue.state, 'screening')))
    .limit(perRequest)
    .all()

/** Finds members who accepted the rules, or left, while the bot was offline. */
async function recheckScreened(services: Services, guild: Guild): Promise<void> {
  const rows = screenedIn(services, guild.id)
  if (rows.length === 0) return
  const members = await guild.members.fetch({ user: rows.map(({ userId }) => userId) })
  for (const { id, userId } of rows) {
    const member = members.get(userId)
    if (!member) end(services, id, 'gone')
    else if (!member.pending) rulesAccepted(services, guild.id, userId)
  }
}

/** Every hour: deletes old rows. */
export const forgetOld = job({ deletesOld: true, run: sweep })

/** At each start and every hour: finds what was missed while the bot was offline. */
export const catchUp = job({
  async run(services) {
    resume(services)
    const guilds = services.db
      .selectDistinct({ guildId: greetingQueue.guildId })
      .from(greetingQueue)
      .where(eq(greetingQueue.state, 'screening'))
      .all()
    for (const { guildId } of guilds) {
      const guild = services.client.guilds.cache.get(guildId)
      if (!guild?.available) continue
      await recheckScreened(services, guild).catch((err: unknown) =>
        services.log.warn({ err, guildId }, 'screened members could not be looked up'),
      )
    }
  },
})
