import { guildContext } from '../context.ts'
import type { Job, Services } from '../feature.ts'
import type { JobRow } from './rows.ts'

/** Tells the log and the server that a job will not be done any more. Never throws. */
export function tellGivenUp(
  services: Services,
  row: Pick<JobRow, 'feature' | 'job' | 'guildId'>,
  { promise }: Pick<Job, 'promise'>,
  payload: unknown,
): void {
  const { log, client, features } = services
  const named = { feature: row.feature, job: row.job, guildId: row.guildId }
  const lost = typeof promise === 'function' ? promise(payload) : undefined
  log.error({ ...named, ...(lost !== undefined && { promise: lost }) }, 'job given up')
  const guild = client.guilds.cache.get(row.guildId ?? '')
  if (lost === undefined || !guild) return
  const owner = features.find(({ contract }) => contract.name === row.feature)
  for (const { contract, parts } of features) {
    try {
      parts.afterGivingUp?.(guildContext(services, contract, guild), {
        feature: owner?.contract.title ?? row.feature,
        promise: lost,
      })
    } catch (err) {
      log.error({ err, ...named, by: contract.name }, 'a job that was given up could not be told')
    }
  }
}
