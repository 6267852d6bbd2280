import type { Job, Services } from '../feature.ts'
import { tellUnkept } from '../notify-unkept.ts'
import type { JobRow } from './rows.ts'

const tried = 'I tried for half a day and have given up; the log says why.'

/** Reports in the log and in the server that a job was given up. Never throws. */
export function tellGivenUp(
  services: Services,
  row: Pick<JobRow, 'feature' | 'job' | 'guildId'>,
  { promise }: Pick<Job, 'promise'>,
  payload: unknown,
  why = tried,
): void {
  const { log, client, features } = services
  const named = { feature: row.feature, job: row.job, guildId: row.guildId }
  const lost = typeof promise === 'function' ? promise(payload) : undefined
  log.error({ ...named, ...(lost !== undefined && { promise: lost }) }, 'job given up')
  const guild = client.guilds.cache.get(row.guildId ?? '')
  if (lost === undefined || !guild) return
  const owner = features.find(({ contract }) => contract.name === row.feature)
  tellUnkept(services, guild, owner?.contract, { promise: lost, why })
}
