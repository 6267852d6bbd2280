import { Status } from 'discord.js'
import type { FastifyInstance } from 'fastify'
import { backupProblem } from '../backups/daily.ts'
import type { PortalWatch } from './portal.ts'
import type { RestWatch } from '../discord/rest-watch.ts'
import type { Services } from '../feature.ts'

/** Why the product cannot do its work right now, as sentences; none when it can. */
function healthProblems({ client, disk }: Services, rest: Pick<RestWatch, 'problem'>): string[] {
  const reasons: string[] = []
  const shards = [...client.ws.shards.values()]
  if (!client.isReady() || shards.length === 0 || shards.some(shard => shard.status !== Status.Ready))
    reasons.push('Discord is not connected.')
  const unheard = rest.problem()
  if (unheard !== undefined) reasons.push(unheard)
  const problem = disk.problem()
  if (problem !== undefined) reasons.push(problem)
  return reasons
}

/**
 * Mounts `GET /healthz`: 200 only while the gateway is connected, Discord's REST API answers and the database is
 * writable, else 503 with the reasons. What an operator should look into although everything works is a warning.
 */
export function mountHealth(
  app: FastifyInstance,
  services: Services,
  watches: { rest: Pick<RestWatch, 'problem'>; portal: Pick<PortalWatch, 'problems'> },
): void {
  const { rest, portal } = watches
  app.get('/healthz', (_request, reply) => {
    const reasons = healthProblems(services, rest)
    reply.code(reasons.length === 0 ? 200 : 503).header('cache-control', 'no-store')
    const backup = backupProblem(services)
    const local = [backup === undefined ? undefined : `No backup: ${backup}`, services.disk.warning()]
    const warnings = [...local.filter(warning => warning !== undefined), ...portal.problems()]
    return { ok: reasons.length === 0, reasons, warnings }
  })
}
