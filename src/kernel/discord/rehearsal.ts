import { Duplex } from 'node:stream'
import { REST, Routes } from 'discord.js'
import { rehearseTurns } from './frame-turns.ts'
import { inAnyOrder, inLane } from './lanes.ts'
import { sendInLanes } from './send-in-lanes.ts'
import { chooseSenders } from './senders.ts'

/** Confirms a request, and is connected to nobody. */
function confirming(): Duplex {
  let isConfirmed = false
  return new Duplex({
    read: () => undefined,
    write(_piece, _encoding, written) {
      written()
      if (isConfirmed) return
      isConfirmed = true
      this.push('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
      this.push(null)
    },
  })
}

/** As much of a client as sanctions alone go through. */
function buildStage(): REST {
  const options = { api: 'http://localhost', version: '10', hashSweepInterval: 0, handlerSweepInterval: 0, retries: 0 }
  // Whatever does not leave by the connection to nobody leaves by none: something may listen on this machine.
  const makeRequest = () => Promise.reject(new Error('a rehearsal asks nobody'))
  const rest = new REST({ ...options, makeRequest })
  const spare = { expect: () => undefined, take: confirming, close: () => undefined }
  chooseSenders({ rest, token: 'nobody' }, spare)
  sendInLanes(rest)
  return rest
}

/** One for all: what is compiled is so for every client of a process. */
let stage: REST | undefined

const [serverId, rogueId] = ['100000000000000000', '100000000000000001']

/** Sends a sanction to nobody, from its lane until its bytes would leave by the connection that is open. */
async function rehearseSanction(): Promise<void> {
  const rest = (stage ??= buildStage())
  const body = { delete_message_seconds: 0 }
  await inLane('punish', () =>
    inAnyOrder(() => rest.put(Routes.guildBan(serverId, rogueId), { body, reason: 'Nobody' })),
  )
}

/**
 * Takes in frames that are nobody's and sends a request to nobody: of what stops an attack, the part that is not the
 * feature's. Nothing of it reaches Discord or is remembered.
 */
export async function rehearseDiscord(): Promise<void> {
  await rehearseTurns()
  await rehearseSanction()
}
