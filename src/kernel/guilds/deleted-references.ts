import { type Client, type ClientEvents, Events, type Guild, type Role } from 'discord.js'
import { z } from 'zod'
import { guildContext } from '../context.ts'
import { switchedOn } from '../events/events.ts'
import { job, type Services } from '../feature.ts'
import { afterRequests } from '#kit/after-requests.ts'

const thing = z.object({ kind: z.enum(['channel', 'role']), id: z.string() })
type Thing = z.output<typeof thing>

/** How often to check again while things are still being restored (ms). */
const restoringMs = 60 * 60_000

const keyOf = (guildId: string, id: string) => `${guildId}/${id}`

/** For how long something that is deleted in a guild now may be restored (ms); 0 if no feature does that. */
const restorableMs = (services: Services, guildId: string): number =>
  Math.max(
    0,
    ...services.features.map(feature => {
      const { contract, parts } = feature
      if (!parts.restores || !switchedOn(services, feature, guildId)) return 0
      return parts.restores.withinMs(services.settings.read(guildId, contract))
    }),
  )

const isThere = (guild: Guild, { kind, id }: Thing): boolean =>
  kind === 'channel' ? guild.channels.cache.has(id) : guild.roles.cache.has(id)

/** Makes every feature, whether switched on or not, remove its references. @returns whether all of them succeeded */
function drop(services: Services, guild: Guild, { kind, id }: Thing): boolean {
  let done = true
  for (const { contract, parts } of services.features)
    try {
      parts.gone?.[kind]?.(guildContext(services, contract, guild), id)
    } catch (err) {
      done = false
      services.log.error(
        { err, feature: contract.name, guildId: guild.id, [kind]: id },
        'references to a deleted channel or role were not removed',
      )
    }
  return done
}

/** The job that removes references to something that was not restored in time. */
export const dropGone = job({
  promise: 'housekeeping',
  deletesOld: true,
  payload: thing,
  run(services, gone, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    if (isThere(guild, gone)) return
    if (services.features.some(({ parts }) => parts.restores?.isUnderWay(services, guild.id)))
      schedule(services, guild.id, gone, restoringMs)
    else if (!drop(services, guild, gone)) throw new Error('a feature still refers to it')
  },
})

const schedule = ({ scheduler, now }: Services, guildId: string, gone: Thing, inMs: number) =>
  scheduler.at(dropGone, { at: now() + inMs, key: keyOf(guildId, gone.id), guildId, payload: gone })

/**
 * Makes every feature remove references to a channel or role that is gone: at once, or, if it may still be restored,
 * once it has not been. Call this for something that a feature finds to be gone; deletions that Discord reports are
 * handled already.
 * @returns whether it may come back, so that the references stay for now
 */
export function dropReferences(services: Services, guild: Guild, gone: Thing): boolean {
  if (services.scheduler.waits(dropGone, keyOf(guild.id, gone.id))) return true
  const ms = restorableMs(services, guild.id)
  if (ms > 0) schedule(services, guild.id, gone, ms)
  else drop(services, guild, gone)
  return ms > 0
}

/** Cancels the removal of references, because the thing has been recreated under another id. */
export const keepReferences = ({ scheduler }: Pick<Services, 'scheduler'>, guildId: string, id: string): boolean =>
  scheduler.cancel(dropGone, keyOf(guildId, id))

/**
 * Handles deletions that Discord reports. In an attack they come by the dozen, and the attacker is stopped first:
 * deletions that arrive together are handled together, after the request that stops the attacker has left.
 * @returns a function that stops it
 */
export function followDeletions(client: Client, services: Services): () => void {
  const noted: { guild: Guild; gone: Thing }[] = []
  const attempt = (guild: Guild, gone: Thing) => {
    try {
      dropReferences(services, guild, gone)
    } catch (err) {
      services.log.error({ err, guildId: guild.id, ...gone }, 'a deletion could not be handled')
    }
  }
  const noteAll = () => {
    if (noted.length === 0) return
    services.db.transaction(() => {
      for (const { guild, gone } of noted.splice(0)) attempt(guild, gone)
    })
  }
  let callOff = () => {}
  const note = (guild: Guild, gone: Thing) => {
    if (!guild.available) return
    noted.push({ guild, gone })
    if (noted.length === 1) callOff = afterRequests(noteAll)
  }
  const onChannel = (channel: ClientEvents['channelDelete'][0]) => {
    if (!channel.isDMBased()) note(channel.guild, { kind: 'channel', id: channel.id })
  }
  const onRole = ({ guild, id }: Role) => note(guild, { kind: 'role', id })
  client.on(Events.ChannelDelete, onChannel)
  client.on(Events.GuildRoleDelete, onRole)
  return () => {
    client.off(Events.ChannelDelete, onChannel)
    client.off(Events.GuildRoleDelete, onRole)
    callOff()
    noteAll()
  }
}
