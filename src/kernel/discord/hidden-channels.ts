import { type Client, DiscordAPIError, type REST, RESTJSONErrorCodes as Code } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'

/** A packet of the gateway, as far as it contains other channels. */
interface Packet {
  t: string | null
  d: { data?: { resolved?: { channels?: Record<string, { id: string; type: number }> } } } | null
}

const isHiddenHere = (client: Client, id: string): boolean => {
  const channel = client.channels.cache.get(id)
  return channel !== undefined && !channel.isDMBased() && isHidden(channel)
}

/**
 * Keeps hidden channels hidden: an interaction whose option is one contains its real name. The library would cache that
 * name in place of the masked one, and people who cannot see the channel would be shown it.
 */
export function keepHidden(client: Client): void {
  client.on('raw', ({ t, d }: Packet) => {
    const channels = t === 'INTERACTION_CREATE' ? d?.data?.resolved?.channels : undefined
    for (const [key, { id, type }] of Object.entries(channels ?? {}))
      if (channels && isHiddenHere(client, id)) channels[key] = { id, type }
  })
}

/**
 * Makes requests about a channel that the gateway shows masked fail with "Missing Access". What Discord answers there
 * is not documented, and "Unknown Channel" means everywhere in this code that the channel was deleted.
 */
export function reportHiddenAsMissingAccess(client: Client, rest: Pick<REST, 'request'> = client.rest): void {
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
