import type { Client, GatewayDispatchPayload } from 'discord.js'
import { guildIdOf, type PacketName } from '../discord/packets.ts'
import type { Feature, Services } from '../feature.ts'
import { switchedOn, switchedOnAtStart, works } from './events.ts'

type Receiver = (services: Services, guildId: string, data: unknown) => void

/** Every packet that some feature receives. */
export const receivedPackets = (features: readonly Feature[]): Set<PacketName> =>
  new Set(features.flatMap(({ parts }) => Object.keys(parts.packets ?? {}) as PacketName[]))

/**
 * Passes Discord's raw dispatches to the features that receive them, in manifest order, before the library handles
 * them.
 * @returns a function that stops it
 */
export function receivePackets(client: Client, services: Services): () => void {
  const receivers = new Map<string, { feature: Feature; receive: Receiver }[]>()
  for (const feature of services.features)
    for (const [name, receive] of Object.entries(feature.parts.packets ?? {}))
      receivers.set(name, [...(receivers.get(name) ?? []), { feature, receive: receive as Receiver }])
  if (receivers.size === 0) return () => undefined
  const onPacket = ({ t, d }: Pick<GatewayDispatchPayload, 't' | 'd'>) => {
    const steps = receivers.get(t)
    const guildId = steps && guildIdOf(t as PacketName, d)
    if (guildId === undefined) return
    const isOn = client.isReady() ? switchedOn : switchedOnAtStart
    for (const { feature, receive } of steps ?? [])
      try {
        if (works(services, feature, guildId, isOn)) receive(services, guildId, d)
      } catch (err) {
        services.log.error({ err, feature: feature.contract.name, packet: t, guildId }, 'packet failed')
      }
  }
  client.on('raw', onPacket)
  return () => client.off('raw', onPacket)
}
