import type { Parts, Services } from '#kernel/feature.ts'
import type antinuke from './contract.ts'
import { packets as engine } from './engine/packets.ts'
import { packets as journal } from './journal/packets.ts'
import { standingPackets } from './tamper/own-standing.ts'

type Packets = NonNullable<Parts<typeof antinuke>['packets']>
type Receive = (services: Services, guildId: string, data: never) => void

/** Combines receivers: a dispatch of both goes to the first one first, and a bug there does not affect the other. */
function inTurn(first: Packets, second: Packets): Packets {
  const both: Record<string, Receive> = { ...first, ...second }
  // Receivers of the same name receive the same dispatch.
  const others = second as Record<string, Receive | undefined>
  for (const [name, one] of Object.entries(first as Record<string, Receive>)) {
    const other = others[name]
    if (!other) continue
    both[name] = (...dispatch) => {
      try {
        one(...dispatch)
      } finally {
        other(...dispatch)
      }
    }
  }
  return both
}

/** The engine comes first: stopping an attack is urgent. */
export const packets = inTurn(inTurn(engine, journal), standingPackets)
