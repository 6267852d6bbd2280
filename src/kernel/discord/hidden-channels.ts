import { type Client, DiscordAPIError, type REST, RESTJSONErrorCodes as Code } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'

/** A packet of the gateway, as far as it names channels beside its own. */
interface Packet {
  t: string | null
  d: { data?: { resolved?: { channels?: Record<string, { id: string; type: number }> } } } | null
}

const isHiddenHere = (client: Client, id: string): boolean => {
  const channel = client.channels.cache.get(id)
  return channel !== undefined && !channel.isDMBased() && isHidden(channel)
}

/**
 * Keeps hidden channels hidden: an interaction that names one brings its real name, which the library would put into
 * its cache in place of the mask, and show to people who cannot see the channel either.
 */
export function keepHidden(client: Client): void {
  client.on('raw', ({ t, d }: Packet) => {
    const channels = t === 'INTERACTION_CREATE' ? d?.data?.resolved?.channels : undefined
    for (const [key, { id, type }] of Object.entries(channels ?? {}))
      if (channels && isHiddenHere(client, id)) channels[key] = { id, type }
  })
}

/**
 * Has a channel that the gateway shows masked answer as one that cannot be seen. What Discord answers is not documented,
 * and "Unknown Channel" means to everybody here that it was deleted.
 */
export function tellHiddenFromDeleted(client: Client, rest: Pick<REST, 'request'> = client.rest): void {
  const ask = rest.request.bind(rest)
  rest.request = async options => {
    try {
      return await ask(options)
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || error.code !== Code.UnknownChannel) throw error
      const [, id] = /^\/channels\/(\d{17,20})/.exec(options.fullRoute) ?? []
      if (id === undefined || !isHiddenHere(client, id)) throw error
      const { method, url, requestBody } = error
      const refusal = { code: Code.MissingAccess, message: 'Missing Access' }
      throw new DiscordAPIError(refusal, refusal.code, 403, method, url, requestBody)
    }
  }
}
