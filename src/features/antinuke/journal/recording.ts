import { job, type Services } from '#kernel/feature.ts'
import antinuke from '../contract.ts'
import { forgetMasked, stopTellingMasked } from './masked-channels.ts'
import { dropNotes } from './notes.ts'
import { flush, flushAll, startIdleWork } from './pending-work.ts'
import { dropPictures, stopPictures } from './pictures.ts'
import { pruneJournal } from './prune.ts'
import { cancelReading, reading, readServer, scheduleReading } from './read-server.ts'
import { readAuditLogOnJob } from './reconcile.ts'
import { readSoon, stopReading } from './read-soon.ts'

const dayMs = 86_400_000

const isOn = ({ settings }: Services, guildId: string): boolean => settings.read(guildId, antinuke).enabled

/** Reads the server when anti-nuke is switched on. Switching it off ends recording; what was recorded stays. */
function followSwitch(services: Services, guildId: string): void {
  if (isOn(services, guildId)) return scheduleReading(services, guildId, 'now')
  flush(services, guildId)
  cancelReading(services, guildId)
  dropNotes(services, guildId)
  forgetMasked(services, guildId)
}

const readServerJob = job({
  handle: reading,
  promise: 'housekeeping',
  async run(services, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId)
    if (!guild?.available || !isOn(services, guildId)) return
    await readServer(services, guild)
    readSoon(services, guildId, 'pictures')
  },
})

/** Deletes what is too old, once a day, and reads every protected server to find what events did not bring. */
const dailyJob = job({
  deletesOld: true,
  promise: 'housekeeping',
  async run(services) {
    for (const guildId of services.client.guilds.cache.keys()) {
      if (isOn(services, guildId)) scheduleReading(services, guildId)
      // What was recorded stays after anti-nuke is switched off, and grows old all the same.
      await pruneJournal(services, guildId)
      await dropPictures(services, guildId)
    }
  },
})

export const jobs = { readServer: readServerJob, readAuditLogOn: readAuditLogOnJob, journalDaily: dailyJob }

export function startRecording(services: Services): void {
  services.scheduler.every(dailyJob, { everyMs: dayMs, key: 'daily' })
  services.client.once('clientReady', () => startIdleWork(services))
  services.settings.onChange(({ guildId, feature, keys }) => {
    if (feature === antinuke.name && keys.includes('enabled')) followSwitch(services, guildId)
  })
}

export function stopRecording(services: Services): void {
  stopReading(services)
  stopPictures(services)
  flushAll(services)
  stopTellingMasked(services)
}
