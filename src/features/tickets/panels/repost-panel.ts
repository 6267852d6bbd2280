import { z } from 'zod'
import { job, jobHandle, type Services } from '#kernel/feature.ts'
import { placeIn, postPanel } from './deploy.ts'
import { panelOf, panelsIn } from './rows.ts'

/** A panel whose channel was deleted, and how many checks for a restored channel were made. */
const lost = z.object({ panelId: z.string(), looks: z.number() })
const returning = jobHandle(lost)
const minuteMs = 60_000
/** When the checks are made (ms): a destroyed channel is restored within minutes, or hours if Discord is slow. */
const looksAfterMs = [5, 15, 60, 360, 1440].map(minutes => minutes * minuteMs)

/** Schedules checks for a restored channel after one is deleted: the new channel lacks the messages of its panels. */
export function awaitReturn(services: Services, guildId: string, channelId: string): void {
  for (const panelId of panelsIn(services, guildId, channelId))
    services.scheduler.at(returning, {
      at: services.now() + (looksAfterMs[0] ?? 0),
      guildId,
      key: `${guildId}/${panelId}`,
      payload: { panelId, looks: 0 },
    })
}

/** Posts a panel again if its channel was recreated after an attack: its row contains the new channel's id by then. */
export const returnPanel = job({
  handle: returning,
  payload: lost,
  lane: 'answers',
  promise: () => 'post a ticket panel again in a restored channel',
  async run(services, { panelId, looks }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    const panel = guild && panelOf(services, guild.id, panelId)
    if (!guild || !panel?.messageMissing) return
    const { messageChannelId } = panel
    if (messageChannelId !== null && guild.channels.cache.has(messageChannelId)) {
      await postPanel(services, guild, panelId, placeIn(guild, messageChannelId))
      return
    }
    const next = looksAfterMs[looks + 1]
    if (next === undefined) return
    const key = `${guild.id}/${panelId}`
    const payload = { panelId, looks: looks + 1 }
    services.scheduler.at(returning, { at: services.now() + next, guildId: guild.id, key, payload })
  },
})
