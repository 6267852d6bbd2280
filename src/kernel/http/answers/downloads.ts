import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { UserError } from '#kit/errors.ts'
import type { Caller } from '../caller.ts'
import type { RouteAnswer } from '../routes.ts'

const mostUnderWay = 2
/** A download is ended when its client has read nothing for this long (ms). */
const stalledMs = 30_000

/**
 * Limits simultaneous downloads, because their files are in memory until they have been read. A download counts until
 * its response is closed.
 * @returns a wrapper that makes an answer throw UserError 429 when the person has too many downloads in progress in the
 * server
 */
export function createDownloads(): (answer: RouteAnswer) => RouteAnswer {
  const underWay = new Map<string, number>()

  const begin = ({ user, inGuild }: Caller, reply: FastifyReply) => {
    const key = `${user?.id} ${inGuild?.guild.id}`
    const count = underWay.get(key) ?? 0
    if (count >= mostUnderWay)
      throw new UserError(
        'http.downloads',
        'Two of your downloads are still running here. Wait until one has finished.',
        429,
      )
    underWay.set(key, count + 1)
    finished(reply.raw, () => {
      const left = (underWay.get(key) ?? 1) - 1
      if (left === 0) underWay.delete(key)
      else underWay.set(key, left)
    })
  }

  return answer => async (request, caller, reply, again) => {
    begin(caller, reply)
    const result = await answer(request, caller, reply, again)
    // Set only now, because producing a file may take longer.
    reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
    return result
  }
}
