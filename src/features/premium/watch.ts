import { eq } from 'drizzle-orm'
import { type Guild, PermissionFlagsBits } from 'discord.js'
import { type Feature, job, type Services } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { colours } from '#kit/notices.ts'
import { listed } from '#kit/permissions.ts'
import { inert, endTag } from '#kit/template.ts'
import { noticeDays } from './contract.ts'
import { periodsOf, premiumOf } from './periods.ts'
import { lastEnd } from './premium-at.ts'
import { premiumServers } from './table.ts'
import { scheduleCheck, watching } from './watch-handle.ts'

const noticeMs = noticeDays * 86_400_000

/** That the features which need premium are paused: 'Bot Personalizer and Custom Embeds are paused'. */
export function pausedFeatures({ features }: { features: readonly Feature[] }): string {
  const titles = features.flatMap(({ contract }) => (contract.premium ? [contract.title] : []))
  return `${listed(titles)} ${titles.length === 1 ? 'is' : 'are'} paused`
}

/** The recipients of notices: the owner, and members who claimed the free month, while they manage the server. */
async function noticeRecipients(services: Services, guild: Guild): Promise<string[]> {
  const by = periodsOf(services, guild.id).flatMap(({ kind, byId }) =>
    kind === 'claim' && byId !== null ? [byId] : [],
  )
  const members = await Promise.all(by.map(id => services.access.member(guild, id)))
  const managing = members.filter(member => member?.permissions.has(PermissionFlagsBits.ManageGuild))
  return [...new Set([guild.ownerId, ...managing.flatMap(member => member?.id ?? [])])]
}

/**
 * Sends a notice by direct message. Members who accept none also see it on the dashboard. @throws if Discord does not
 * answer
 */
async function sendNotice(services: Services, guild: Guild, title: string, text: string, nonce: string): Promise<void> {
  const { client, log } = services
  const embed = { color: colours.brand, title, description: text, footer: { text: `Premium · ${guild.name}` } }
  for (const userId of await noticeRecipients(services, guild))
    try {
      await client.users.send(userId, {
        embeds: [embed],
        allowedMentions: { parse: [] },
        // If it is sent again after a crash, Discord shows it only once.
        nonce,
        enforceNonce: true,
      })
    } catch (err) {
      if (!isRefusal(err)) throw err
      log.info({ err, guildId: guild.id, feature: 'premium' }, 'a notice of premium did not arrive')
    }
}

/**
 * Notifies the features when premium begins and ends, and people in advance and at the end; then schedules the next
 * check.
 */
export const watch = job({
  handle: watching,
  promise: () => 'say when premium begins and ends',
  async run(services, { guildId }) {
    const { client, db, now, entitlements } = services
    const guild = client.guilds.cache.get(guildId)
    if (!guild || entitlements.mode === 'all') return
    const { until, next } = premiumOf(services, guildId)
    const row = db.select().from(premiumServers).where(eq(premiumServers.guildId, guildId)).get()
    const has = until !== undefined
    const set = (values: Partial<typeof premiumServers.$inferInsert>) =>
      db
        .insert(premiumServers)
        .values({ guildId, had: has, ...values })
        .onConflictDoUpdate({ target: premiumServers.guildId, set: { had: has, ...values } })
        .run()
    // Features check themselves what has to be done, so a repeated notification does no harm.
    if ((row?.had ?? false) !== has) entitlements.changed(guildId)
    if (!has) {
      const end = lastEnd(periodsOf(services, guildId), now())
      if (row?.had && end !== undefined && row.endedAt !== end) {
        const text = `Premium of ${inert(guild.name)} has ended. ${pausedFeatures(services)}: the settings stay, and apply again when there is premium. Protection was never part of it.`
        await sendNotice(services, guild, 'Premium has ended', text, `premium-end-${end.toString(36)}`)
        set({ endedAt: end })
      }
      set({})
      if (next !== undefined) scheduleCheck(services, guildId, next)
      return
    }
    if (until === Infinity) {
      set({})
      return
    }
    const noticeAt = until - noticeMs
    if (now() < noticeAt) {
      set({})
      scheduleCheck(services, guildId, noticeAt)
      return
    }
    // Premium that was given for less time than that is too recent to need a notice.
    const isShort = row?.had !== true
    if (!isShort && row.noticeFor !== until) {
      const text = `Premium of ${inert(guild.name)} ends ${endTag(until, 'R')}, on ${endTag(until, 'D')}. Nothing is deleted then: what needs premium is paused until there is premium again.`
      await sendNotice(services, guild, 'Premium ends soon', text, `premium-soon-${until.toString(36)}`)
    }
    set({ noticeFor: until })
    scheduleCheck(services, guildId, until)
  },
})
